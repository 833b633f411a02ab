import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { PassDetails, PassEvent } from './events.ts';

export interface PassState {
  /** null before the pass is created and after its removal. */
  readonly pass: PassDetails | null;
  /** An id is never used again. */
  readonly isRemoved: boolean;
}

function evolvePass(_state: PassState, event: PassEvent): PassState {
  switch (event.type) {
    case 'PassCreated':
    case 'PassChanged': {
      const { at: _at, ...pass } = event.data;
      return { pass, isRemoved: false };
    }
    case 'PassRemoved':
      return { pass: null, isRemoved: true };
    default:
      return assertNever(event);
  }
}

/** A product of the catalogue. */
export const passDecider: Decider<PassState, PassEvent> = {
  stream: (passId) => `pass-${passId}`,
  initial: { pass: null, isRemoved: false },
  evolve: evolvePass,
};
