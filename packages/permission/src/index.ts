export { closedInParams } from './closed-command.ts';
export type { Place } from './ground.ts';
export { type CallToJudge, ELSEWHERE, takeFacts } from './take-facts.ts';
