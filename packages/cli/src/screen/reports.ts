/** What the screen has found out for the person, a line at a time: what the server has and lacks, and what is configured. */
import type { Report } from '@tagma/tui';
import type { Config } from '../config/config.ts';
import type { GivenOptions } from '../options.ts';
import type { SessionModels } from '../session-models.ts';

/** As `tagma doctor` waits for one request. */
const TIMEOUT_MS = 120_000;

/** Of the server and the model that were chosen last; it ends where nobody looks at it any more. */
export function doctorReport({ connection, secrets, search: settings }: SessionModels, config: Config): Report {
  return async (tell) => {
    const [
      { examine },
      { createProbe },
      { offText, rowText },
      { search },
      { readPrompts },
      { shownBy },
      { ownSecrets },
      { findSandboxIf },
      endpoint,
    ] = await Promise.all([
      import('../doctor/examine.ts'),
      import('../doctor/probe.ts'),
      import('../doctor/report.ts'),
      import('../doctor/search.ts'),
      import('../prompts.ts'),
      import('../doctor/guard.ts'),
      import('../own-secrets.ts'),
      import('../sandbox.ts'),
      import('@tagma/endpoint'),
    ]);
    const texts = readPrompts('auto', undefined);
    if (!texts.ok) return void tell(texts.message);
    const own = await ownSecrets(config);
    if (!own.ok) return void tell(own.message);
    const patient = connection();
    const sandbox = await findSandboxIf(config.sandbox?.off !== true);
    const guard = { config, secrets: secrets.values, findOwnSecrets: own.find, sandbox };
    const safe = shownBy(guard, endpoint.hideSecrets);
    const controller = new AbortController();
    // The server's own words, and the model's, may repeat what was sent.
    const say = (text: string) => {
      if (!tell(safe(text.replace(/\n$/, '')))) controller.abort();
    };
    say(`${endpoint.shownEndpoint(patient.server)}, model ${patient.model}\n`);
    const probe = createProbe(patient, controller.signal, TIMEOUT_MS, guard);
    const findings = await examine(probe, texts, (finding) => say(rowText(finding)));
    if (controller.signal.aborted) return;
    say(rowText(await search(settings, controller.signal, TIMEOUT_MS)));
    const off = offText(findings);
    if (off !== '') say(off);
    say('\ntagma doctor --write keeps what was found out in the configuration.');
  };
}

/** @param isResumed whether the session went on from an earlier one */
export function configReport(folder: string, given: GivenOptions, isResumed: boolean): Report {
  return async (tell) => {
    const { configRows } = await import('../config-command/look.ts');
    const { optionsLayer } = await import('../config/options-layer.ts');
    const { config } = given;
    const rows = configRows({ cwd: folder, ...(config !== undefined && { config }) }, optionsLayer(given, isResumed));
    if (!rows.ok) return void tell(rows.message);
    tell(rows.lines.length === 0 ? 'Nothing is configured: all is as it is by default.' : rows.lines.join('\n'));
  };
}
