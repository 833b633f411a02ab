import type { Decider } from '../decider.ts';
import type { DisputeEvent, DisputeReport } from './events.ts';

export interface DisputeAnswer {
  readonly requestKey: string;
  readonly sha256: string;
  readonly by: string;
  /** ISO. */
  readonly at: string;
}

export interface DisputeState {
  /** What Stripe reported last; null before the first report. */
  readonly report: DisputeReport | null;
  /** null until it is answered from here. */
  readonly answer: DisputeAnswer | null;
  readonly eventCount: number;
}

export const disputeDecider: Decider<DisputeState, DisputeEvent> = {
  stream: (disputeId) => `dispute-${disputeId}`,
  initial: { report: null, answer: null, eventCount: 0 },
  evolve(state, { type, data }) {
    const eventCount = state.eventCount + 1;
    switch (type) {
      case 'DisputeReported': {
        const { amountPence, reason, status, dueAt } = data;
        return { ...state, report: { amountPence, reason, status, dueAt }, eventCount };
      }
      case 'DisputeAnswered': {
        const { requestKey, sha256, by, at } = data;
        return { ...state, answer: { requestKey, sha256, by, at }, eventCount };
      }
    }
  },
};
