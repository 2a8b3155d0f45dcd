import type { Config } from '../config/config.ts';

/** What to say where no model is named at all: servers on this machine are offered by name, and none is used unasked. */
export async function withoutEndpoint({ file, providers }: Config): Promise<string> {
  const [first, ...others] = Object.keys(providers);
  if (first !== undefined) {
    return [
      `no model is chosen, and ${file} has several providers: ${[first, ...others].join(', ')}.`,
      `Name one with --model ${first}, or for good: "model": "${first}" in that file.`,
    ].join('\n');
  }

  const { findLocalServers, LOCAL_SERVERS } = await import('@tagma/endpoint');
  const found = await findLocalServers();
  const offers = found.map(({ name, url, models }) => {
    const model = models[0] ? ` --model ${models[0]}` : '';
    return `  ${name} is running here; to use it: tagma --endpoint ${url}${model}`;
  });
  return [
    'no endpoint is set. Give one with --endpoint URL, or set TAGMA_ENDPOINT (or OPENAI_BASE_URL).',
    'Or set the key of a provider, such as DEEPSEEK_API_KEY: `tagma models` lists the providers and their variables.',
    ...offers,
    ...(offers.length > 0
      ? []
      : [`No server was found on the usual local ports (${LOCAL_SERVERS.map(({ name }) => name).join(', ')}).`]),
    'On a terminal, tagma setup asks for what is needed and keeps it.',
    'To see Tagma at work without a model: tagma demo',
  ].join('\n');
}
