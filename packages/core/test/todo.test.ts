/** The model's list of steps: kept by the machine, refused where it is none, told again after a compaction. */
import { describe, expect, test } from 'vitest';
import { messagesOf } from '../src/index.ts';
import { type Drive, prompted, READ_A, READS, types } from './drive.ts';

const send = (machine: Drive, items: unknown) =>
  machine.reply(`<action tool="todo"><items>${JSON.stringify(items)}</items></action>`);
const told = (machine: Drive) => messagesOf(machine.snapshot().context).at(-1)?.content ?? '';
const list = (machine: Drive) => machine.snapshot().context.todo;
const LIST = [{ text: 'look', status: 'done' }, { text: 'mend', status: 'doing' }, { text: 'test' }];

describe('todo', () => {
  test('is kept at once: nothing runs, and nobody is asked', () => {
    const machine = prompted();
    expect(types(send(machine, LIST))).toEqual(['reply.read', 'call.answered', 'model.ask']);
    expect(list(machine)).toEqual([...LIST.slice(0, 2), { text: 'test', status: 'open' }]);
    expect(told(machine)).toContain('The list is kept: 1 open, 1 doing, 1 done.');
  });

  test('replaces the list that was there', () => {
    const machine = prompted();
    send(machine, LIST);
    send(machine, [{ text: 'rest', status: 'open' }]);
    expect(list(machine)).toEqual([{ text: 'rest', status: 'open' }]);
    send(machine, []);
    expect([list(machine), told(machine)]).toEqual([[], expect.stringContaining('The list is empty now.')]);
  });

  type Row = readonly [title: string, items: unknown, says: string];
  const wrong: readonly Row[] = [
    ['no list', 'look, mend', 'items'],
    ['an item without a text', [{ status: 'open' }], 'items[0].text'],
    ['a blank text', [{ text: ' ' }], 'items[0].text'],
    ['a text for an item', ['look'], 'items[0].text'],
    [
      'another status',
      [{ text: 'a' }, { text: 'b', status: 'later' }],
      'items[1].status should be open, doing or done',
    ],
    ['a text without end', [{ text: 'x'.repeat(501) }], 'items[0].text may have 500 characters'],
    ['a list without end', Array(101).fill({ text: 'x' }), 'may have 100 items, and has 101'],
  ];
  test.each(wrong)('%s: the list stays as it was, and the model is told', (_title, items, says) => {
    const machine = prompted();
    send(machine, LIST);
    const before = list(machine);
    send(machine, items);
    expect(list(machine)).toBe(before);
    expect(told(machine)).toMatch(/status="error"/);
    expect(told(machine)).toContain(says);
  });

  test('a list in the form of another agent is answered with ours', () => {
    const machine = prompted();
    send(machine, [{ content: 'look', status: 'in_progress' }]);
    expect(told(machine)).toContain(
      'items[0].text should say what is to be done. The list stays as it was. Send all of it in this form: [{"text": "what is to be done", "status": "open"}], where status is open, doing or done',
    );
  });

  test('what follows a list that is none still runs: nothing was changed by it', () => {
    const machine = prompted();
    const emitted = machine.reply(`<action tool="todo"><items>["look"]</items></action>\n${READ_A}`);
    expect(types(emitted)).toContain('facts.take');
  });

  test('is told again where the older part is summed up', () => {
    const machine = prompted();
    send(machine, [{ text: 'mend <final> of it', status: 'doing' }]);
    for (let call = 0; call < 4; call++) {
      machine.reply(READ_A);
      machine.facts(READS);
      machine.ended('all that was found in it, line by line\n'.repeat(60));
    }
    machine.reply('<final>half of it</final>');
    machine.send({ type: 'compact.requested', focus: '' });
    const request = machine.id('summary.ask');
    const text = 'It was read.';
    machine.send({ type: 'reply.ended', request, text, reasoning: '', finish: 'stop', usage: null });
    const first = messagesOf(machine.snapshot().context)[1]?.content ?? '';
    expect(first).toMatch(
      /^What the user has said, oldest first:\n\n1\. fix it\n\n[\s\S]*It was read\.\n[\s\S]*\n\nYour list of steps:\n\[>\] mend <.*final> of it$/,
    );
    expect(first).not.toContain('<final>');
  });
});
