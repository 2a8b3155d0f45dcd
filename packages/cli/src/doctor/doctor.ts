/** `tagma doctor`: looks at what a server has and lacks, and says how Tagma works with it. */
import type { Config } from '../config/config.ts';
import { configFile, readConfig, setInConfig } from '../config/index.ts';
import { type Connection, connectTo } from '../connect.ts';
import { connected } from '../connecting/connected.ts';
import { OWN_KEY } from '../connecting/key.ts';
import { addInUse, connectionSecrets, keepFromCommands } from '../connection-secrets.ts';
import { watchEndings } from '../endings.ts';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { outputSettled } from '../output.ts';
import { ownSecrets } from '../own-secrets.ts';
import { type Problem, problem, report } from '../problem.ts';
import { type PromptName, readPrompts } from '../prompts.ts';
import { findSandboxIf } from '../sandbox.ts';
import { searchSettings } from '../tool-set.ts';
import { folderHere } from '../working-folder.ts';
import { examine } from './examine.ts';
import type { Finding, Row } from './finding.ts';
import { type Guard, shownBy } from './guard.ts';
import { type Kept, keptOf, objectOf } from './keep.ts';
import { createProbe } from './probe.ts';
import { beginningText, keptText, LINE_CLEARED, offText, rowText } from './report.ts';
import { sandbox } from './sandbox.ts';
import { search } from './search.ts';

export type DoctorOptions = {
  readonly endpoint?: string;
  readonly model?: string;
  readonly prompt: PromptName;
  readonly config?: string;
  readonly json?: true;
  /** Keeps what was found out in the configuration. */
  readonly write?: true;
  /** In seconds, for one request. */
  readonly timeout: number;
};

/** @param given an address, or what `--model` takes; where it is left out, what a run would take. */
export async function doctor(given: string | undefined, options: DoctorOptions): Promise<number> {
  const texts = readPrompts(options.prompt, undefined);
  if (!texts.ok) return report(texts);
  const found = await connectionTo(given, options);
  if (!found.ok) return report(found);
  const { connection: patient, config } = found;
  const endpoint = await import('@tagma/endpoint');
  const guarded = await guardOf(patient, config);
  if (!guarded.ok) return report(guarded);
  const { guard, settings } = guarded;
  // The server's own words, and the model's, may repeat what was sent.
  const safe = shownBy(guard, endpoint.hideSecrets);

  const endings = watchEndings();
  const controller = new AbortController();
  endings.onEnd(() => controller.abort());
  const probe = createProbe(patient, controller.signal, options.timeout * 1000, guard);
  const url = endpoint.shownEndpoint(patient.server);
  const isLive = !options.json && process.stdout.isTTY;
  const clear = isLive ? LINE_CLEARED : '';
  const tell = options.json
    ? () => {}
    : (finding: Finding) => void process.stdout.write(clear + safe(rowText(finding)));
  const begins = (row: Row) => void (isLive && process.stdout.write(clear + beginningText(row)));
  const searched = async () => {
    begins('search');
    const found = await search(settings, controller.signal, options.timeout * 1000);
    if (!controller.signal.aborted) tell(found);
    return found;
  };
  const confined = async () => {
    const found = await sandbox(guard);
    tell(found);
    return found;
  };
  if (!options.json) await print(safe(`${url}, model ${patient.model}\n\n`));
  const examined = await examine(probe, texts, tell, begins);
  const findings = controller.signal.aborted ? examined : [...examined, await searched(), await confined()];
  if (isLive) process.stdout.write(clear);
  if (endings.exitCode() !== null) return endings.exitCode() ?? EXIT.interrupted;

  const kept = keptOf(patient, findings, config, endpoint);
  const answers = replies(findings);
  const written = options.write && answers ? await write(kept, options) : null;
  if (written?.ok === false) return report(written);
  const works = findings.every(({ holds }) => holds !== 'failed');
  const file = written?.file ?? null;
  if (options.json) {
    const answer = { endpoint: url, model: patient.model, works, rows: findings, configuration: objectOf(kept), file };
    await print(`${safe(JSON.stringify(answer, null, 2))}\n`);
  } else {
    await print(safe(offText(findings) + (answers ? keptText(kept, file) : '')));
  }
  await outputSettled();
  return endings.exitCode() ?? (works ? EXIT.done : EXIT.failed);
}

/** As a session of the person's would have it: from here on no command finds a key in its environment. */
async function guardOf({ server }: Connection, config: Config) {
  const own = await ownSecrets(config);
  if (!own.ok) return own;
  const { secretsOf } = await import('@tagma/endpoint');
  const settings = searchSettings(config, process.env);
  const secrets = await connectionSecrets({ ...process.env }, config);
  addInUse(secrets, server.keyVariable ?? OWN_KEY, [server.apiKey?.trim() ?? '', ...secretsOf(server)]);
  const sandbox = await findSandboxIf(config.sandbox?.off !== true);
  keepFromCommands(secrets, config.keepVariables);
  const guard: Guard = { config, secrets: secrets.values, findOwnSecrets: own.find, sandbox };
  return { ok: true as const, guard, settings };
}

/** Of a server that does not answer at all there is nothing to keep. */
function replies(findings: readonly Finding[]): boolean {
  return findings.some(({ row, holds }) => row === 'reply' && holds === 'yes');
}

type Known = { readonly ok: true; readonly connection: Connection; readonly config: Config };

async function connectionTo(given: string | undefined, options: DoctorOptions): Promise<Known | Problem> {
  if (given === undefined) return connected(options, process.env);
  if (isAddress(given)) return connected({ ...options, endpoint: given }, process.env);
  const read = await readConfig(options.config, process.env, folderHere());
  if (!read.ok) return read;
  const connection = await connectTo(given, process.env, read.config);
  return connection.ok ? { ok: true, connection, config: read.config } : connection;
}

function isAddress(given: string): boolean {
  return /^(https?|http\+unix|unix):/i.test(given);
}

/** Sets one member after the other, so that whatever else is in the file stays. Gives the file. */
async function write({ members }: Kept, options: DoctorOptions): Promise<{ ok: true; file: string } | Problem> {
  const { file } = configFile(options.config, process.env);
  for (const { path, value } of members) {
    const set = await setInConfig(file, path, value);
    if (!set.ok) return problem(EXIT.failed, set.message);
  }
  return { ok: true, file };
}
