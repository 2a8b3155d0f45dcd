/**
 * What runs in the process of a module that a project brings, with the module's address as its argument. A call is a line of
 * JSON on standard input: `{"call": 1, "point": "on_input", "data": {…}}`; its answer a line on standard output: `{"call": 1,
 * "ok": true, "answer": "…"}` with what the module has answered as JSON, or `{"call": 1, "ok": false, "message": "…", "stack":
 * "…"}`. What the module prints goes nowhere.
 */
export const HOST = `
const { writeSync } = require('node:fs');
const { createInterface } = require('node:readline');
const url = process.argv[1];
const say = (value) => {
  let bytes = Buffer.from(JSON.stringify(value) + '\\n');
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
};
process.stdout.write = (chunk, ...rest) => {
  const done = rest.at(-1);
  if (typeof done === 'function') queueMicrotask(done);
  return true;
};
const asError = (thrown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));
const loaded = import(url).catch((thrown) => {
  const error = asError(thrown);
  // A mistake of syntax does not say in which file it is.
  error.message = url + ' cannot be loaded: ' + error.message;
  throw error;
});
loaded.catch(() => {});
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { call, point, data } = JSON.parse(line);
  try {
    const own = await loaded;
    const handler = own[point] ?? own.default?.[point];
    if (typeof handler !== 'function') throw new Error('the module has no function ' + point);
    say({ call, ok: true, answer: JSON.stringify(await handler.call(own.default, data)) });
  } catch (thrown) {
    const error = asError(thrown);
    say({ call, ok: false, message: error.message, stack: error.stack ?? '' });
  }
}).on('close', () => process.exit(0));
`;
