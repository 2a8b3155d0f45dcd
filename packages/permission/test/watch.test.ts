/** The watch of the proof: what it must see. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWatchedPlace, type WatchedPlace } from './execution/place.ts';
import { canTrace, misdeedsOf } from './execution/watch.ts';

let place: WatchedPlace;
let traces: string;
beforeAll(() => {
  place = makeWatchedPlace();
  traces = mkdtempSync(join(tmpdir(), 'traces-'));
});
afterAll(() => {
  place.remove();
  rmSync(traces, { recursive: true, force: true });
});

test.skipIf(!canTrace)('the watch sees what writes, runs, reads and connects, and nothing in what looks', async () => {
  const rows: readonly (readonly [command: string, misdeeds: readonly RegExp[]])[] = [
    ['cat README.md | sort -r > /dev/null', []],
    ['grep -rn foo docs', []],
    ['cat .env', [/read .*\.env/]],
    ['cat ../notes.txt', [/read .*notes\.txt/]],
    ['cat link-out', [/read .*link-out/]],
    ['cd src && cat .env', [/read .*\.env/]],
    ['cat linked/deep/more.txt', [/read .*more\.txt/]],
    ['sort -o OUT list', [/wrote .*OUT/, /OUT/]],
    ['./run.sh', [/ran .*run\.sh/, /wrote .*OUT/, /OUT/]],
    ['mv list list2; mv list2 list', [/rename/]],
    ['exec 3<>/dev/tcp/127.0.0.1/9', [/connect/]],
    ['exec 3<>/dev/udp/127.0.0.1/9', [/connect/]],
  ];
  const seen: unknown[] = [];
  for (const [command, expected] of rows) {
    const misdeeds = await misdeedsOf(command, place, join(traces, 'one'));
    const isAsExpected =
      expected.every((form) => misdeeds.some((each) => form.test(each))) && misdeeds.length > 0 === expected.length > 0;
    if (!isAsExpected) seen.push([command, misdeeds]);
  }
  expect(seen).toEqual([]);
});
