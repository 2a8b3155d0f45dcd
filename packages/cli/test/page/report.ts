/** A report of an audit, for pages that are made from it: what holds, and what does not. */
import type { AuditReport, UsageReport } from '@tagma/history';

const AT = Date.UTC(2026, 0, 1, 9, 30);

const USAGE: UsageReport = {
  replies: 5,
  uncounted: 1,
  input: 12_345,
  output: 678,
  cached: 9_000,
  reasoning: 0,
  cost: 0.0123,
};

const HOLDS = { result: 'holds', words: 'as it should be' } as const;

export function sampleReport(some: Partial<AuditReport> = {}): AuditReport {
  return {
    format: 1,
    file: 'session.xml',
    bytes: 31_633,
    holds: true,
    headline: 'holds',
    checks: { chain: HOLDS, records: HOLDS, invariants: HOLDS, replay: HOLDS, end: HOLDS },
    findings: [],
    found: { faults: 0, notes: 0 },
    session: {
      id: '20260101T093000-golden',
      program: 'tagma 0.1.0',
      behaviour: 5,
      folder: '/home/ada/meetings',
      startedAt: AT,
      lastAt: AT + 95_000,
      end: 'ended',
      headless: false,
      sandbox: true,
      mode: 'default',
      rules: [{ says: 'allow', rule: 'Bash(node --test)', from: 'option' }],
      models: [{ endpoint: 'http://127.0.0.1:8080/v1', model: 'qwen3-coder', requests: 6, usage: USAGE }],
      resumes: [],
      records: 58,
      hash: '9b0e2c7f4e6a1d3b5c8f0a2d4e6b8c0d2f4a6b8c0d2e4f6a8b0c2d4e6f8a0b2c',
    },
    turns: [
      {
        ...{ turn: 1, record: 3, startedAt: AT, endedAt: AT + 95_000, waitedMs: 3_000, calls: 5, usage: USAGE },
        ...{ prompt: { text: 'The tests fail. Find out why, and mend the code.', characters: 48 }, result: 'done' },
      },
    ],
    files: [
      {
        path: '/home/ada/meetings/src/range.js',
        changes: [{ record: 29, at: AT, call: 3, how: 'changed', diff: null }],
        added: 1,
        removed: 1,
      },
    ],
    network: [{ host: 'example.org', calls: [4] }],
    totals: {
      turns: 1,
      calls: { all: 6, open: 0, ok: 3, error: 1, denied: 1, aborted: 0, timeout: 0, skipped: 1 },
      decisions: { byRule: 2, byMode: 2, byPerson: 1, byNobody: 0, denied: 1 },
      commands: { ran: 2, failed: 1 },
      filesChanged: 1,
      usage: USAGE,
      repairs: [{ repair: 'unclosed', times: 1 }],
      faults: 1,
      retries: 1,
      compactions: 0,
      modelSwitches: 0,
      undos: 0,
      ownCommands: 0,
      eventsChanged: 0,
      eventsDropped: 0,
      hooksFailed: 0,
      ms: 95_000,
      waitedMs: 3_000,
      records: { event: 20, state: 20, effect: 12, note: 6 },
    },
    states: [
      { state: 'thinking', ms: 61_000, times: 6 },
      { state: 'acting', ms: 20_000, times: 4 },
      { state: 'idle', ms: 9_000, times: 1 },
      { state: 'permission', ms: 3_000, times: 1 },
      { state: 'retrying', ms: 2_000, times: 1 },
    ],
    calls: [],
    happenings: [],
    leftOut: { findings: 0, turns: 0, calls: 0, happenings: 0, files: 0 },
    ...some,
  };
}
