import { assertNever } from '../assert-never.ts';
import type { Decider } from '../decider.ts';
import type { RefundEvent, RefundMode } from './events.ts';

export interface RefundRequest {
  readonly requestKey: string;
  readonly memberId: string;
  readonly mode: RefundMode;
  readonly amountPence: number;
  /** When it was requested, ISO. */
  readonly requestedAt: string;
  /** `begun`: a withdrawal whose bookings are being cancelled, and whose amount is not known yet. */
  readonly status: 'begun' | 'requested' | 'made' | 'refused';
  /** Why Stripe refused it. */
  readonly code: string | null;
}

/** The refunds of one payment that staff asked for. */
export interface RefundState {
  /** By request key, oldest first. */
  readonly requests: ReadonlyMap<string, RefundRequest>;
  readonly eventCount: number;
}

function settle(
  { requests, eventCount }: RefundState,
  requestKey: string,
  changes: Partial<RefundRequest>,
): RefundState {
  const request = requests.get(requestKey);
  const changed =
    request === undefined ? requests : new Map(requests).set(requestKey, { ...request, ...changes });
  return { requests: changed, eventCount: eventCount + 1 };
}

function evolveRefunds(state: RefundState, event: RefundEvent): RefundState {
  const { requestKey } = event.data;
  switch (event.type) {
    case 'RefundRequested': {
      const { memberId, mode, amountPence, at: requestedAt } = event.data;
      const request = {
        ...{ requestKey, memberId, mode, amountPence, requestedAt },
        status: 'requested',
        code: null,
      } as const;
      return {
        requests: new Map(state.requests).set(requestKey, request),
        eventCount: state.eventCount + 1,
      };
    }
    case 'WithdrawalRequested': {
      const { memberId, at: requestedAt } = event.data;
      const request = {
        requestKey,
        memberId,
        mode: 'withdrawal',
        amountPence: 0,
        requestedAt,
        status: 'begun',
        code: null,
      } as const;
      return {
        requests: new Map(state.requests).set(requestKey, request),
        eventCount: state.eventCount + 1,
      };
    }
    case 'RefundReasonGiven':
      return settle(state, requestKey, {});
    case 'RefundMade':
      return settle(state, requestKey, { status: 'made' });
    case 'RefundRefused':
      return settle(state, requestKey, { status: 'refused', code: event.data.code });
    default:
      return assertNever(event);
  }
}

export const refundDecider: Decider<RefundState, RefundEvent> = {
  stream: (paymentIntentId) => `refund-${paymentIntentId}`,
  initial: { requests: new Map(), eventCount: 0 },
  evolve: evolveRefunds,
};
