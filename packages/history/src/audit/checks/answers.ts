/**
 * Each action of a reply is answered exactly once, in order, before the model is asked again. Calls that change something
 * run alone; after one of them has failed, or was denied, the rest of the reply is left undone.
 */
import { type AgentEvent, agreesToPlan, MACHINE_TOOLS, type SessionStarted } from '@tagma/core';
import type { OutcomeStatus, ReplyAction, ToolSpec } from '@tagma/protocol';
import type { Check } from '../check.ts';
import type { Find } from '../findings.ts';
import type { Asked } from '../requests.ts';
import type { LogStep, Said } from '../steps.ts';

type Take<T extends Said['type']> = Extract<Said, { readonly type: T }>;

type Call = {
  readonly call: number;
  readonly tool: string;
  /** It may change something: known once it is judged. */
  changes: boolean;
  /** Facts were taken, or the person was asked something: it is no longer passed over in silence. */
  isBegun: boolean;
  isAllowed: boolean;
  isRunning: boolean;
  /** How often it would have done something else than what was allowed. */
  reconsidered: number;
  answer: Answer | null;
};

/** `isOpen`: a sandbox has stopped it, and the person may still let it out. */
type Answer = { readonly status: OutcomeStatus; readonly record: number; readonly isOpen: boolean };

/** What changes more often is answered without having run. */
const RECONSIDERED_MAX = 3;
const TODO = 'todo';
const PLAN = 'plan';
const MACHINE_TOOL_NAMES: ReadonlySet<string> = new Set(MACHINE_TOOLS.map(({ name }) => name));

export class AnswersCheck implements Check {
  readonly #find: Find;
  #tools: readonly ToolSpec[] = [];
  /** Of the last reply, until the model is asked again. */
  #calls: readonly Call[] = [];
  #lastCall = 0;
  /** The person has said something new since the model was asked last: what has not begun is skipped. */
  #isSteered = false;

  constructor(find: Find) {
    this.#find = find;
  }

  take(step: LogStep, asked: Asked | null): void {
    const { event, record } = step;
    if (!step.isIgnored) this.#takeEvent(event, record, asked);
    for (const said of step.emitted) this.#takeSaid(said, step, asked);
    if (event.type !== 'session.resumed') return;
    for (const { call, isRunning } of this.#calls) {
      if (isRunning) this.#find('unanswered', record, `Call ${call} was running, and nobody says what became of it.`);
    }
    this.#calls = [];
  }

  #takeEvent(event: AgentEvent, record: number, asked: Asked | null): void {
    if (event.type === 'session.started' || event.type === 'session.resumed') this.#tools = toolsOf(event);
    if (event.type === 'steer.given') this.#isSteered = true;
    const effect = asked?.effect;
    if (effect === undefined || !('call' in effect)) return;
    const call = this.#call(effect.call, record);
    if (call === null) return;
    switch (event.type) {
      case 'tool.ended': {
        const { status, details } = event.outcome;
        call.isRunning = false;
        const isOpen = status === 'error' && typeof details.blocked === 'string' && details.blocked !== '';
        this.#answer(call, { status, record, isOpen });
        return;
      }
      case 'facts.changed':
        call.isRunning = false;
        call.isAllowed = false;
        call.reconsidered += 1;
        if (call.reconsidered > RECONSIDERED_MAX) this.#answer(call, { status: 'error', record, isOpen: false });
        return;
      case 'question.answered':
        if (call.tool !== PLAN) this.#answer(call, { status: 'ok', record, isOpen: false });
        // A plan that the person agrees to is answered when it has begun.
        else if (!agreesToPlan(event.answer)) this.#answer(call, { status: 'denied', record, isOpen: false });
        return;
      case 'plan.answered':
        this.#answer(call, { status: event.answer === 'approve' ? 'ok' : 'denied', record, isOpen: false });
        return;
      case 'permission.answered':
        call.isAllowed = event.answer !== 'no';
        if (event.answer === 'no') this.#deny(call, record);
        return;
      case 'hook.ended':
        if (event.outcome?.kind === 'refused') this.#deny(call, record);
        return;
      case 'facts.taken':
        call.changes = !event.facts.readOnly;
        return;
      default:
    }
  }

  #takeSaid(said: Said, step: LogStep, asked: Asked | null): void {
    switch (said.type) {
      case 'reply.read':
        this.#takeReply(said);
        return;
      case 'call.judged': {
        const call = this.#call(said.call, said.record);
        if (call === null) return;
        call.isAllowed = said.decision.verdict === 'allow';
        if (said.decision.verdict === 'deny') this.#deny(call, said.record);
        return;
      }
      case 'facts.take':
      case 'question.ask':
      case 'plan.review':
        this.#begin(said);
        return;
      case 'call.answered': {
        const call = this.#call(said.call, said.record);
        if (call === null) return;
        call.isRunning = false;
        this.#answer(call, { status: said.status, record: said.record, isOpen: false });
        return;
      }
      case 'tool.run':
        this.#run(said);
        return;
      case 'model.ask':
        this.#lookForUnanswered(said);
        // The same request again: what the person has said meanwhile still waits.
        if (asked?.effect.type !== 'timer.start') this.#isSteered = false;
        return;
      case 'turn.end':
        if (said.result.kind !== 'aborted') this.#lookForUnanswered(said);
        this.#calls = step.event.type === 'session.resumed' ? this.#calls : [];
        return;
      default:
    }
  }

  #takeReply({ reply, record }: Take<'reply.read'>): void {
    this.#calls = reply.actions.map((action, index) => this.#callOf(action, this.#lastCall + 1 + index, record));
    this.#lastCall += reply.actions.length;
  }

  #callOf({ tool, error }: ReplyAction, call: number, record: number): Call {
    const readOnly = this.#tools.some((spec) => spec.name === tool && spec.readOnly === true);
    const changes = !(readOnly && !MACHINE_TOOL_NAMES.has(tool)) && tool !== TODO;
    const answer: Answer | null = error && { status: 'error', record, isOpen: false };
    return { call, tool, changes, isBegun: false, isAllowed: false, isRunning: false, reconsidered: 0, answer };
  }

  /** It is decided about, or the person is asked: those before it must be done with, or may run beside it. */
  #begin({ type, call: number, record }: Take<'facts.take' | 'question.ask' | 'plan.review'>): void {
    const call = this.#call(number, record);
    if (call === null) return;
    call.isBegun = true;
    if (call.answer?.isOpen) call.answer = null;
    if (call.answer !== null) {
      const words = `Call ${number} was answered in record ${call.answer.record}, and ${type} begins it again.`;
      this.#find('answered-twice', record, words);
    }
    const passed = this.#before(call).find((one) => one.answer === null && !one.isAllowed);
    if (passed === undefined) return;
    this.#find('ran-out-of-order', record, `Call ${number} is begun before call ${passed.call}.`);
  }

  #run({ call: number, tool, record }: Take<'tool.run'>): void {
    const call = this.#call(number, record);
    if (call === null) return;
    if (call.tool !== tool) {
      const words = `Call ${number} is of the tool ${call.tool}, and ${tool} is run for it.`;
      this.#find('wrong-number', record, words);
    }
    const beside = this.#calls.find((one) => one.isRunning && (one.changes || call.changes));
    if (beside !== undefined) {
      const words = `Call ${number} runs beside call ${beside.call}, though one of them changes something.`;
      this.#find('ran-out-of-order', record, words);
    }
    const failed = this.#failedBefore(call);
    if (failed !== undefined) {
      this.#find('ran-after-failure', record, `Call ${number} ran after call ${failed.call}, which had not gone well.`);
    }
    call.isRunning = true;
  }

  #answer(call: Call, answer: Answer): void {
    if (call.answer !== null && !call.answer.isOpen) {
      const words = `Call ${call.call} was answered in record ${call.answer.record} already.`;
      this.#find('answered-twice', answer.record, words);
    }
    call.answer = answer;
  }

  /** What a sandbox has stopped keeps the answer that it had. */
  #deny(call: Call, record: number): void {
    if (call.answer === null) this.#answer(call, { status: 'denied', record, isOpen: false });
  }

  #lookForUnanswered({ type, record }: Take<'model.ask' | 'turn.end'>): void {
    for (const call of this.#calls) {
      const isSkipped = this.#failedBefore(call) !== undefined || (this.#isSteered && !call.isRunning);
      if (call.answer !== null || isSkipped) continue;
      this.#find('unanswered', record, `Call ${call.call} (${call.tool}) has no answer before ${type}.`);
    }
    this.#calls = [];
  }

  #call(number: number, record: number): Call | null {
    const call = this.#calls.find((one) => one.call === number);
    if (call !== undefined) return call;
    this.#find('wrong-number', record, `There is no call ${number} to be answered here.`);
    return null;
  }

  #before({ call }: Call): readonly Call[] {
    return this.#calls.filter((one) => one.call < call);
  }

  #failedBefore(call: Call): Call | undefined {
    return this.#before(call).find(({ changes, answer }) => changes && answer !== null && answer.status !== 'ok');
  }
}

function toolsOf({ tools }: Pick<SessionStarted, 'tools'>): readonly ToolSpec[] {
  return tools;
}
