import { classDecider } from '#domain/class/decider.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { createDemoMemberId } from './demo-member-id.ts';
import type { DemoStep } from './plan-history.ts';

type Store = Pick<Runtime<StudioEvent>, 'deciders'>;

/** Returns how much of a step the events show; a refused step left no event. */
async function findTrace({ deciders }: Store, step: DemoStep): Promise<'none' | 'begun' | 'done'> {
  switch (step.kind) {
    case 'schedule': {
      const { state } = await deciders.load(classDecider, String(step.demoClass.classId));
      return state.details === null ? 'none' : 'done';
    }
    case 'sign-up': {
      const { state } = await deciders.load(memberDecider, createDemoMemberId(step.member));
      return state.status === 'unknown' ? 'none' : 'done';
    }
    case 'book': {
      const { state } = await deciders.load(walletDecider, createDemoMemberId(step.member));
      const pass = state.passes.get(step.bookingId);
      if (pass === undefined) return 'none';
      return pass.status === 'held' ? 'begun' : 'done';
    }
    case 'cancel': {
      const { state } = await deciders.load(classDecider, String(step.demoClass.classId));
      return state.seats.get(step.bookingId)?.released ? 'done' : 'none';
    }
    case 'attend': {
      const { state } = await deciders.load(classDecider, String(step.demoClass.classId));
      return state.seats.get(step.bookingId)?.attendance ? 'done' : 'none';
    }
  }
}

/**
 * Returns the index at which an interrupted plan resumes: after the last step that left an event. Earlier steps must not run again,
 * because their outcome could differ: a class that was full then may have a seat now.
 */
export async function findResumption(store: Store, steps: readonly DemoStep[]): Promise<number> {
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index];
    const trace = step === undefined ? 'none' : await findTrace(store, step);
    if (trace !== 'none') return trace === 'done' ? index + 1 : index;
  }
  return 0;
}
