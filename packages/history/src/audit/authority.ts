/** The mode and the rules in force, as the records of a session set them, and which of them a verdict names. */
import { formatRule, type Mode, type Rule, type SessionStarted } from '@tagma/core';
import type { LogStep, Said } from './steps.ts';

export class Authority {
  mode: Mode = 'default';
  rules: readonly Rule[] = [];
  headless = false;
  sandbox = false;
  session = '';
  folder = '';

  /** What the event itself changes; before what is emitted. */
  begin({ event, isIgnored }: LogStep): void {
    if (isIgnored) return;
    if (event.type === 'session.started') this.#set(event, []);
    // What was answered in the session stays.
    if (event.type === 'session.resumed') {
      this.#set(
        event,
        this.rules.filter(({ from }) => from === 'answer'),
      );
    }
    if (event.type === 'mode.changed') this.mode = event.mode;
    if (event.type === 'rule.removed') this.rules = this.rules.filter((rule) => !isSame(rule, event.rule));
  }

  take(said: Said): void {
    if (said.type === 'mode.switched') this.mode = said.mode;
    if (said.type === 'rule.added') this.rules = [...this.rules, said.rule];
  }

  /** The rules in force that the words of a verdict name: `rule Bash(npm test) (command line)`. */
  rulesIn(by: string): readonly Rule[] {
    if (!by.includes('rule ')) return [];
    return this.rules.filter((rule) => {
      const named = `rule ${formatRule(rule)}`;
      // Before behaviour 4 it did not say where the rule is from.
      return by === named || by.includes(`${named} (`);
    });
  }

  #set(
    { session, folder, settings }: Pick<SessionStarted, 'session' | 'folder' | 'settings'>,
    more: readonly Rule[],
  ): void {
    const { mode, rules, headless, sandbox } = settings;
    this.session = session;
    this.folder = folder;
    this.mode = mode;
    this.rules = [...rules, ...more];
    this.headless = headless;
    this.sandbox = sandbox;
  }
}

export function isSame(a: Rule, b: Rule): boolean {
  return a.says === b.says && a.tool === b.tool && a.pattern === b.pattern && a.from === b.from;
}
