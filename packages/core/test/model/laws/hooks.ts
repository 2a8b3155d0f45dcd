/** Laws about hooks: they are asked where there are some, and what they refuse is not done. */
import { answeredEffect, awaited, firstFault, type Law } from './law.ts';

export const HOOK_LAWS: readonly Law[] = [
  {
    name: 'where there are no hooks none is asked',
    begin:
      () =>
      ({ emitted, after }) => {
        const { hooks = [] } = after.snapshot.context.session.settings;
        return firstFault(
          emitted,
          (each) =>
            (each.type === 'hook.run' || each.type === 'hook.tell') && !hooks.includes(each.point) && each.point,
        );
      },
  },
  {
    name: 'a call that hooks look at runs when they have let it, once for each time',
    begin: () => {
      const passed = new Set<number>();
      return (stage) => {
        const { event, emitted, before, after } = stage;
        const answered = answeredEffect(stage);
        const isAwaited = 'request' in event && awaited(before.snapshot).includes(event.request);
        if (event.type === 'hook.ended' && isAwaited && answered?.type === 'hook.run') {
          if (answered.point === 'before_tool_call' && event.outcome?.kind !== 'refused') passed.add(answered.call);
        }
        if (!after.snapshot.context.session.settings.hooks?.includes('before_tool_call')) return null;
        return firstFault(emitted, (each) => {
          if (each.type !== 'tool.run') return null;
          return !passed.delete(each.call) && `no hook has let call ${each.call} run`;
        });
      };
    },
  },
];
