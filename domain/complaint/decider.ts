import type { Decider } from '../decider.ts';
import type { ComplaintEvent } from './events.ts';

export interface ComplaintState {
  readonly status: 'unknown' | 'open' | 'erased';
  readonly isAcknowledged: boolean;
  readonly answerIds: ReadonlySet<string>;
}

export const complaintDecider: Decider<ComplaintState, ComplaintEvent> = {
  stream: (complaintId) => `complaint-${complaintId}`,
  initial: { status: 'unknown', isAcknowledged: false, answerIds: new Set() },
  evolve(state, { type, data }) {
    switch (type) {
      case 'ComplaintReceived':
        return { ...state, status: 'open' };
      case 'ComplaintAcknowledged':
        return { ...state, isAcknowledged: true };
      case 'ComplaintAnswered':
        return { ...state, answerIds: new Set([...state.answerIds, data.answerId]) };
      case 'ComplaintErased':
        return { ...state, status: 'erased' };
    }
  },
};
