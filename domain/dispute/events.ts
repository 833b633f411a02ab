import type { DomainEvent, EventDefinition } from '../event.ts';

interface DisputeIds {
  /** Stripe's id. */
  disputeId: string;
  paymentIntentId: string;
  memberId: string;
}

/** What Stripe reports of a dispute. */
export interface DisputeReport {
  amountPence: number;
  /** Stripe's code, such as `fraudulent`. */
  reason: string;
  /** Stripe's code, such as `needs_response`. */
  status: string;
  /** Until when it can be answered; null when the bank takes no answer. */
  dueAt: string | null;
}

export type DisputeEvent =
  /** A dispute was opened, or Stripe reports a change of it. */
  | DomainEvent<'DisputeReported', DisputeIds & DisputeReport>
  /** Our evidence reached Stripe, which keeps it; `sha256` proves what it was. `by` is a staff id, or the role of a shared password. */
  | DomainEvent<'DisputeAnswered', DisputeIds & { requestKey: string; sha256: string; by: string }>;

export const disputeEventDefinitions = {
  DisputeReported: { version: 1 },
  DisputeAnswered: { version: 1 },
} satisfies Record<DisputeEvent['type'], EventDefinition>;
