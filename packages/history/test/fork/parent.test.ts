/** A fork names what it was copied from, and can be held against it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkParent, forkHistory, type Parent, parentOf } from '../../src/index.ts';
import { append, event, historyFile, LONG_REPLY, SAMPLE } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

/** A fork at a record, which says where it comes from, and goes on for a record. */
function forkOf(file: string, at: number, session = 'f1'): { readonly file: string; readonly parent: Parent } {
  const target = { file: join(temporaryFolder(), `${session}.xml`), session };
  const forked = forkHistory(file, at, target);
  if (!forked.ok) throw new Error(forked.error.message);
  const { history, parent } = forked;
  append(history, [event('session.resumed', { session, parent }), event('prompt.given', { text: LONG_REPLY })]);
  history.close();
  return { file: target.file, parent };
}

/** The file with a long text, and its salt, taken out. */
function takeOut(file: string): string {
  const whole = readFileSync(file, 'utf8');
  const after = whole.replace(/ salt="[0-9a-f]+"><!\[CDATA\[[\s\S]*?\]\]></, '><');
  if (after === whole) throw new Error('there is no long text');
  writeFileSync(file, after);
  return file;
}

describe('parentOf', () => {
  it('of a fork of a fork is the nearer one, also where that has been resumed since', async () => {
    const original = historyFile();
    const first = forkOf(original, 4);
    const second = forkOf(first.file, 7, 'f2');
    expect(await parentOf(original)).toEqual({ ok: true, parent: null });
    expect(await parentOf(first.file)).toEqual({ ok: true, parent: { ...first.parent, session: 's1', record: 5 } });
    expect(await parentOf(second.file)).toEqual({ ok: true, parent: { ...second.parent, session: 'f1', record: 7 } });
  });
});

describe('checkParent', () => {
  it.each([
    ['as it was', (original: string) => original],
    ['that has had a text taken out since', takeOut],
  ])('finds nothing in a parent %s', async (_title, change) => {
    const original = historyFile();
    const { file, parent } = forkOf(original, 7);
    expect(await checkParent(file, change(original))).toEqual({ ok: true, parent, difference: null });
  });

  it('finds nothing in a fork that has had a text taken out since', async () => {
    const original = historyFile();
    const { file, parent } = forkOf(original, 7);
    expect(await checkParent(takeOut(file), original)).toEqual({ ok: true, parent, difference: null });
  });

  it('says that a file is no fork', async () => {
    expect(await checkParent(historyFile(), historyFile())).toEqual({ ok: true, parent: null });
  });

  const sample = (changed: object) => SAMPLE.map((record, index) => (index === 2 ? { ...record, ...changed } : record));

  it.each([
    // Its salts are others, so are its hashes.
    ['one that says the same, and is another file', SAMPLE, 7, 'its hash is not'],
    ['one that says something else', sample({ fields: { text: 'Why?' } }), 3, 'something else'],
    ['one that ends earlier', SAMPLE.slice(0, 4), 5, 'does not hold it'],
  ])('names the first record that is not the parent’s: %s', async (_title, records, record, words) => {
    const { file, parent } = forkOf(historyFile(), 7);
    const difference = { record, message: expect.stringContaining(words) };
    expect(await checkParent(file, historyFile(records))).toEqual({ ok: true, parent, difference });
  });

  it('names a record whose long text was written anew with its hashes', async () => {
    const others = SAMPLE.map((record) =>
      record.type === 'reply.ended' ? { ...record, fields: { ...record.fields, text: `${LONG_REPLY}!` } } : record,
    );
    const difference = { record: 6, message: 'it says something else in the parent' };
    expect(await checkParent(forkOf(historyFile(), 7).file, historyFile(others))).toMatchObject({ difference });
  });

  it('says that the parent is another session, and that there is no such file', async () => {
    const { file } = forkOf(historyFile(), 7);
    const other = forkOf(historyFile(), 7, 'f2').file;
    expect(await checkParent(file, other)).toMatchObject({
      difference: { record: 1, message: expect.stringMatching(/f2, not s1/) },
    });
    expect(await checkParent(file, `${file}.none`)).toMatchObject({ ok: false, error: { kind: 'missing' } });
  });
});
