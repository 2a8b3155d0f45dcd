import { expect, test } from 'vitest';
import { createMailbox } from '../src/mailbox.ts';

test.each(['throws', 'rejects'])('an item whose taking %s is told of, and the next ones are taken', async (how) => {
  const taken: string[] = [];
  const failures: unknown[] = [];
  const take = (item: string) => {
    taken.push(item);
    if (item !== 'bad') return;
    if (how === 'throws') throw new Error('kaput');
    return Promise.reject(new Error('kaput'));
  };
  const mailbox = createMailbox(take, (error) => failures.push(error));
  for (const item of ['first', 'bad', 'after']) mailbox.send(item);
  await mailbox.idle();
  mailbox.send('last');
  expect(taken).toEqual(['first', 'bad', 'after', 'last']);
  expect(failures).toEqual([new Error('kaput')]);
});
