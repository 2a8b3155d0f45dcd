/** The person runs commands of his own beside the model's, over real HTTP and with the real tools. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type RealSession, realSession } from './real-session.ts';

const PWD = '<action tool="bash"><command>pwd; cat b.txt</command></action>';

async function real(...replies: readonly string[]): Promise<RealSession> {
  const session = await realSession(replies, { settings: { mode: 'trust' } });
  onTestFinished(async () => void (await session.close()));
  return session;
}

async function ran(session: RealSession, command: string) {
  const before = session.events.length;
  session.session.send({ type: 'shell.requested', command });
  await session.until(() => session.state() === 'idle');
  return session.events.slice(before).find((event) => event.type === 'shell.ended');
}

test('it is run without being asked about, and the model goes on from there', async () => {
  const session = await real(PWD, '<final>seen</final>');
  expect(await ran(session, 'mkdir sub && cd sub && echo made > b.txt')).toMatchObject({
    outcome: { status: 'ok', content: '' },
  });
  expect(readFileSync(join(session.folder, 'sub', 'b.txt'), 'utf8')).toBe('made\n');
  session.session.send({ type: 'prompt.given', text: 'what is there?' });
  await session.until(() => session.state() === 'finished');
  const [, told, , observed] = session.messages().map(({ content }) => content);
  expect(told).toMatch(
    /^<observation tool="shell" by="user" status="ok" ms="\d+">\nThe user has run a command himself\. [^\n]*\n\$ mkdir sub && cd sub && echo made > b\.txt\n\[tagma: no output\]\n\[tagma: the working folder is now [^\n]*\/sub; [^\n]*\]\n<\/observation>\n\nwhat is there\?$/,
  );
  expect(observed).toMatch(/\/sub\nmade\n/);
});

test('it is shown while it runs; an abort ends it with all that it has started, and no turn', async () => {
  const session = await real('<final>never asked</final>');
  session.session.send({ type: 'shell.requested', command: '(sleep 1; touch late) & echo begun; sleep 60' });
  await session.until(() => session.output().includes('begun'));
  session.session.send({ type: 'abort.requested', by: 'person' });
  await session.until(() => session.state() === 'idle');
  expect(session.events.at(-1)).toMatchObject({ outcome: { status: 'aborted', content: 'begun\n' } });
  expect(session.emitted.map(({ type }) => type)).toEqual(['shell.run', 'cancel']);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(existsSync(join(session.folder, 'late'))).toBe(false);
});
