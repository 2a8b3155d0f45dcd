/** Hooks that are asked where no session is open: `tagma fork`. */
import { expect, test } from 'vitest';
import { askAboutOperation, type Hook } from '../../src/index.ts';

const SECRET = ['ghp', 'Zx8Qm2Lr7Tn4Kd9Wv3Bs6Yp1Hc5Jf0GaEuRi'].join('_');

test('what a hook that fails says goes to the log without its secrets, those of the person’s own patterns too', async () => {
  const hook = {
    name: 'guard',
    on: {
      before_session_op: async () => {
        throw new Error(`refused for ${SECRET} and order-1234`);
      },
    },
  } as unknown as Hook;
  const lines: string[] = [];
  const log = { info: () => {}, error: (fields: object) => lines.push(JSON.stringify(fields)) };
  const findOwnSecrets = (text: string) => {
    const start = text.indexOf('order-1234');
    return start < 0 ? [] : [{ name: 'order', start, end: start + 'order-1234'.length }];
  };
  const clock = { now: () => 0, wait: async () => {} };
  const asked = { op: 'fork', record: null, to: null } as const;
  await askAboutOperation({ hooks: [hook], clock, log, findOwnSecrets }, asked, { session: 's', folder: '/p' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/refused for \[redacted:\S+\] and \[redacted:order~\w{4}\]/);
  expect(lines.join()).not.toContain(SECRET);
});
