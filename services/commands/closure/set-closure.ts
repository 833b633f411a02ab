import { type ClosurePlan, setClosure as decide, findSame } from '#domain/closure/decide.ts';
import { ALL_CLOSURES, closureDecider } from '#domain/closure/decider.ts';
import { pickLaterPosition } from '../append-result.ts';
import { defineCommand } from '../define-command.ts';
import { stepContext } from '../step-context.ts';
import { type ClosureDeps, cancelClosedClasses } from './apply-closure.ts';

/**
 * Closes the studio for some days, and cancels their classes. The passes follow by the job of the event.
 * @throws Refusal CLOSURE_DAYS
 */
export const setClosure = defineCommand(
  'set-closure',
  async (deps: ClosureDeps, plan: ClosurePlan, context) => {
    const { state, position } = await deps.deciders.handle(
      closureDecider,
      ALL_CLOSURES,
      context,
      (closures) => decide(closures, { ...plan, now: context.now }),
    );
    const closure = findSame(state, plan);
    if (closure === undefined) throw new Error(`No closure stands from ${plan.from} to ${plan.to}`);
    const cancelled = await cancelClosedClasses(deps, closure, stepContext(context, 'cancel'));
    return { closureId: closure.closureId, position: pickLaterPosition(cancelled, position) };
  },
);
