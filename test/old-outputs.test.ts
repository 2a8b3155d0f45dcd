/** A session removes, while it runs, what others have left long ago, and nothing of its own. */
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './command.ts';
import { printWith } from './scripted.ts';

test.each([
  ['thirty days, where nothing is said', 45, undefined, [25]],
  ['as many as the configuration says', 25, { outputDays: 20 }, [15]],
])('%s', async (_, gone, config, left) => {
  const [state, folder] = [temporaryFolder(), temporaryFolder()];
  const outputs = join(state, 'tagma/outputs');
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
  const nameOf = (days: number) => `${daysAgo(days).toISOString().slice(0, 11)}00-00-00-0a1b2c`;
  for (const days of [gone, ...left]) {
    const [path, file] = [join(outputs, nameOf(days)), join(outputs, nameOf(days), 'bash.log')];
    mkdirSync(path, { recursive: true });
    writeFileSync(file, 'x');
    for (const one of [file, path]) utimesSync(one, daysAgo(days), daysAgo(days));
  }
  // The session lasts until it is gone.
  writeFileSync(
    join(folder, 'wait.sh'),
    `while [ -e ${join(outputs, nameOf(gone))} ]; do sleep 0.01; done; seq 1 9999`,
  );
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config ?? {}));
  const { code, err } = await printWith(
    ['<action tool="bash">sh wait.sh</action>', '<final>done</final>'],
    ['--allow', 'Bash(sh wait.sh)', '--config', join(folder, 'config.json')],
    { env: { XDG_STATE_HOME: state }, folder },
  );
  expect([code, err]).toEqual([0, expect.any(String)]);
  const [own, ...others] = readdirSync(outputs).sort().toReversed();
  expect(others).toEqual(left.map(nameOf).toReversed());
  // The temporary files of its commands went with it.
  expect(readdirSync(join(outputs, own ?? ''))).toEqual([expect.stringMatching(/^bash-.*\.log$/)]);
  expect(existsSync(join(outputs, `${own}.lock`))).toBe(false);
});
