/** Events as a person reads them in the report of a failure. */
import type { AgentEvent } from '../../src/index.ts';
import { STARTED } from '../drive.ts';

const CHARACTERS_MAX = 200;

/** `tool.ended request 7, outcome {"status":"ok"}`: what is empty or as always is left out. */
export function writeEvent(event: AgentEvent): string {
  const { type, at, ...payload } = event;
  const told =
    event.type === 'session.started' || event.type === 'session.resumed' ? changedSettings(event.settings) : payload;
  const fields = Object.entries(told).filter(([, value]) => !isEmpty(value));
  const written = fields.map(([name, value]) => `${name} ${JSON.stringify(value, withoutEmpty)}`).join(', ');
  return `${at} ms ${type} ${written}`.trimEnd().slice(0, CHARACTERS_MAX);
}

function changedSettings(settings: object): object {
  const usual = Object.entries(STARTED.settings);
  const changed = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual.find(([other]) => other === name)?.[1]),
  );
  return Object.fromEntries(changed);
}

function withoutEmpty(_name: string, value: unknown): unknown {
  return isEmpty(value) ? undefined : value;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '' || value === null;
}
