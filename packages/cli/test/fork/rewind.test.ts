/** What holds in a fork that a rewind makes: what holds now, not what held before the prompt. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, formatRule, NO_MODEL, type Rule, step } from '@tagma/core';
import { forkPoints } from '@tagma/history';
import { expect, onTestFinished, test } from 'vitest';
import { rewound } from '../../src/fork/rewind.ts';
import type { Prepared } from '../../src/prepare.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/resumed.xml', import.meta.url));
const OPTION: Rule = { says: 'allow', tool: 'read', pattern: '', from: 'option' };

/** Back to before the second prompt; the context of the fork once it has begun. `change`: what the person did since. */
async function forkedAfter(change: (then: Context) => Context): Promise<Context> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-rewind-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'old.xml');
  cpSync(GOLDEN, file);
  const found = await forkPoints(file);
  const point = found.ok ? found.points[1] : undefined;
  if (!point) throw new Error('there is no second prompt');
  const from = { file, isOwn: true, outputFolder: join(folder, 'outputs', 'old') };
  let now: Context | null = null;
  const next = await rewound(point, from, {} as Context, async (source) => {
    source.history.close();
    now = source.snapshot.context;
    return { ok: false, exit: 1, message: '' };
  });
  if (next.ok || now === null) throw new Error('it was prepared');
  const prepared = await rewound(point, from, change(now), async ({ history, snapshot, transcript, parent }) => {
    history.close();
    const { session } = snapshot.context;
    const settings = { ...session.settings, rules: [...session.settings.rules, OPTION] };
    const started = { ...session, type: 'session.resumed', settings, parent } as const;
    return { ok: true, started, from: { snapshot, transcript, first: [] } } as unknown as Prepared;
  });
  if (!prepared.ok || prepared.from === null) throw new Error('it was not prepared');
  const { started, from: begins } = prepared;
  const facts = [started, ...begins.first];
  return facts.reduce((at, fact) => step(at, { ...fact, at: 0 }).snapshot, begins.snapshot).context;
}

const held = ({ rules }: Context) => rules.map((rule) => `${rule.from}: ${formatRule(rule)}`);

test('a rule that the person took away stays away, whoever had set it', async () => {
  const all = await forkedAfter((then) => ({ ...then, rules: [OPTION, ...then.rules] }));
  expect(held(all)).toEqual(['option: Read', expect.stringMatching(/^answer: Bash/)]);
  const none = await forkedAfter((then) => ({ ...then, rules: [] }));
  expect(held(none)).toEqual([]);
});

test('the model that was chosen last is asked, also where it was not asked yet', async () => {
  const wanted = { ...NO_MODEL, endpoint: 'http://localhost/v1', model: 'other' };
  const fork = await forkedAfter((then) => ({ ...then, modelWanted: wanted }));
  expect(fork.models[0]).toEqual(wanted);
});
