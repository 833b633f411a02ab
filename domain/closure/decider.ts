import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { ClosureEvent } from './events.ts';

export interface Closure {
  readonly closureId: number;
  /** London days, both closed. */
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  /** When it was lifted, ISO; null while it is in force. */
  readonly liftedAt: string | null;
}

export interface ClosuresState {
  /** By id, oldest first. */
  readonly closures: ReadonlyMap<number, Closure>;
}

/** The id of the one stream of all closures: which days are closed is decided there. */
export const ALL_CLOSURES = 'studio';

export const closureDecider: Decider<ClosuresState, ClosureEvent> = {
  stream: (id) => `closures-${id}`,
  initial: { closures: new Map() },
  evolve({ closures }, event) {
    const { closureId } = event.data;
    switch (event.type) {
      case 'ClosureSet': {
        const { from, to, reason } = event.data;
        return {
          closures: new Map(closures).set(closureId, { closureId, from, to, reason, liftedAt: null }),
        };
      }
      case 'ClosureLifted': {
        const closure = closures.get(closureId);
        if (closure === undefined) return { closures };
        return { closures: new Map(closures).set(closureId, { ...closure, liftedAt: event.data.at }) };
      }
      default:
        return assertNever(event);
    }
  },
};
