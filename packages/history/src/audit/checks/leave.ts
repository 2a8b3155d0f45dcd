/**
 * Nothing runs without leave: what the person runs himself he has given; each `tool.run` stands behind a verdict on facts of that very call that allows it, or behind
 * a verdict that asks, the question to the person, and his yes. A leave serves once. It is within what was looked at that
 * a command is held, and outside of the sandbox is for the person alone to allow.
 */
import type { AgentEvent, Decision } from '@tagma/core';
import type { Bounds, Facts } from '@tagma/protocol';
import { Authority, isSame } from '../authority.ts';
import type { Check } from '../check.ts';
import type { Find } from '../findings.ts';
import type { Asked } from '../requests.ts';
import type { LogStep, Said } from '../steps.ts';
import { Verdicts } from '../verdicts.ts';

type Take<T extends Said['type']> = Extract<Said, { readonly type: T }>;

/** What has been decided about a call, as far as the log goes. */
type Standing = {
  readonly facts: Facts;
  readonly decision: Decision;
  question: Take<'person.ask'> | null;
  leave: 'none' | 'by verdict' | 'by person';
  /** Why there is no leave, for the finding. */
  why: string;
};

const BASH = 'bash';

export class LeaveCheck implements Check {
  readonly #find: Find;
  readonly #authority = new Authority();
  readonly #verdicts = new Verdicts(this.#authority);
  /** Of the calls of the last reply, by number. */
  readonly #standings = new Map<number, Standing>();

  constructor(find: Find) {
    this.#find = find;
  }

  take(step: LogStep, asked: Asked | null): void {
    this.#authority.begin(step);
    this.#verdicts.begin(step, asked);
    if (step.event.type === 'session.resumed') this.#standings.clear();
    if (asked !== null) this.#takeAnswer(step.event, asked);
    for (const said of step.emitted) {
      this.#authority.take(said);
      this.#verdicts.take(said, step);
      this.#takeSaid(said, step, asked);
    }
  }

  #takeAnswer(event: AgentEvent, { effect }: Asked): void {
    if (event.type === 'permission.answered' && effect.type === 'person.ask') {
      const standing = this.#standings.get(effect.call);
      if (standing === undefined || standing.question !== effect) return;
      standing.leave = event.answer === 'no' ? 'none' : 'by person';
      standing.why = 'the person said no';
    }
    if (event.type === 'facts.changed' && effect.type === 'tool.run') {
      const standing = this.#standings.get(effect.call);
      if (standing !== undefined) standing.why = 'what it would do had changed, and nobody decided about that';
    }
  }

  #takeSaid(said: Said, step: LogStep, asked: Asked | null): void {
    const { event } = step;
    switch (said.type) {
      case 'reply.read':
        this.#standings.clear();
        return;
      case 'call.judged':
        this.#judge(said, step, asked);
        return;
      case 'person.ask':
        this.#ask(said);
        return;
      case 'cancel':
        this.#cancel(said);
        return;
      case 'tool.run':
        this.#run(said);
        return;
      case 'undo.run':
        if (event.type === 'undo.requested') return;
        this.#find('undone-unasked', said.record, 'Changes are taken back that nobody asked to take back.');
        return;
      case 'shell.run':
        if (event.type === 'shell.requested' && event.command === said.command) return;
        this.#find('command-unasked', said.record, 'A command is run for the person that he has not given.');
        return;
      case 'rule.added':
        this.#lookAtRule(said, event, asked);
        return;
      case 'mode.switched':
        this.#lookAtMode(said, event);
        return;
      default:
    }
  }

  #judge({ record, call, decision }: Take<'call.judged'>, step: LogStep, asked: Asked | null): void {
    const { event } = step;
    const { effect } = asked ?? {};
    if (event.type !== 'facts.taken' || effect?.type !== 'facts.take' || effect.call !== call) {
      const words = `Call ${call} is judged by facts of something else, or by none.`;
      this.#find('unfounded-verdict', record, words);
      this.#standings.delete(call);
      return;
    }
    const problem = this.#verdicts.problemWith(call, decision, event.facts, step);
    if (problem !== null)
      this.#find(problem.code, record, `The verdict on call ${call} (${decision.by}) ${problem.words}.`);
    const leave = decision.verdict === 'allow' ? 'by verdict' : 'none';
    const why = decision.verdict === 'deny' ? 'it was denied' : 'the person was not asked, or has not answered';
    this.#standings.set(call, { facts: event.facts, decision, question: null, leave, why });
  }

  #ask(said: Take<'person.ask'>): void {
    const standing = this.#standings.get(said.call);
    if (standing === undefined || standing.decision.verdict !== 'ask' || this.#authority.headless) {
      const words = `The person is asked about call ${said.call}, which no verdict says to ask about.`;
      this.#find('unfounded-question', said.record, words);
      return;
    }
    standing.question = said;
    standing.why = 'the person was asked, and has not answered';
  }

  /** The mode was changed before the person answered: what was asked was asked under another. */
  #cancel({ request }: Take<'cancel'>): void {
    for (const [call, { question }] of this.#standings) if (question?.id === request) this.#standings.delete(call);
  }

  #run(said: Take<'tool.run'>): void {
    const { record, call, tool, bounds } = said;
    const standing = this.#standings.get(call);
    if (standing === undefined || standing.leave === 'none') {
      const why = standing?.why ?? 'nobody has decided about it';
      this.#find('ran-without-leave', record, `Call ${call} (${tool}) ran without leave: ${why}.`);
      return;
    }
    if (bounds !== undefined) this.#lookAtBounds(said, bounds, standing.facts);
    else if (this.#authority.sandbox && tool === BASH && !mayRunOutside(standing)) {
      this.#find(
        'ran-outside',
        record,
        `Call ${call} ran outside of the sandbox, and the person has not allowed that.`,
      );
    }
    standing.leave = 'none';
    standing.why = 'the leave that it had was for the time before';
  }

  #lookAtBounds({ record, call }: Take<'tool.run'>, bounds: Bounds, facts: Facts): void {
    const changed = [...facts.writes, ...facts.deletes].map(({ path }) => path);
    const named = [...changed, ...(facts.runsByItself ?? [])];
    const beyond = [...bounds.beyond, ...(bounds.selfRunning ?? [])].filter((path) => !named.includes(path));
    const work = (bounds.installs !== undefined && !facts.installs) || (bounds.movesWorkTree && !facts.movesWorkTree);
    const trusts = this.#authority.mode === 'trust';
    const shares = bounds.sharesMachine === true && !trusts;
    const net = bounds.network && facts.network.length === 0 && !trusts;
    if (beyond.length === 0 && !net && !shares && !work) return;
    const what = shares
      ? 'processes and sockets of the machine'
      : net
        ? 'the network'
        : work
          ? 'what is installed or tracked'
          : beyond.join(', ');
    this.#find('ran-beyond', record, `The sandbox lets call ${call} reach ${what}, which nobody had looked at.`);
  }

  #lookAtRule({ record, rule }: Take<'rule.added'>, event: AgentEvent, asked: Asked | null): void {
    const { effect } = asked ?? {};
    const offered = effect?.type === 'person.ask' ? effect.always : null;
    const isAnswered = event.type === 'permission.answered' && event.answer === 'always';
    if (isAnswered && offered !== null && isSame(offered, rule)) return;
    this.#find('unasked-rule', record, 'A rule is added that the person was not offered, or did not take.');
  }

  /** The model may begin a plan, which is stricter; out of it leads the person's consent alone. */
  #lookAtMode({ record, mode }: Take<'mode.switched'>, event: AgentEvent): void {
    if (mode === 'plan' || (event.type === 'plan.answered' && event.answer === 'approve')) return;
    this.#find('unasked-mode', record, `The mode becomes ${mode}, and the person has not agreed to a plan.`);
  }
}

/** The person was asked about just that, or about a path that stays as it is within every sandbox. */
function mayRunOutside({ leave, question, facts }: Standing): boolean {
  const isKept = [...facts.writes, ...facts.deletes].some(({ where }) => where === 'protected');
  return leave === 'by person' && (question?.outside === true || isKept);
}
