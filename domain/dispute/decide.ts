import { millisecondsInHour } from 'date-fns/constants';
import { Refusal } from '../refusal.ts';
import type { DisputeAnswer, DisputeState } from './decider.ts';
import type { DisputeEvent, DisputeReport } from './events.ts';

/** The studio is emailed so long before the evidence is due. */
export const DISPUTE_NOTICE_MS = 72 * millisecondsInHour;

/** `open` takes evidence; `answered` waits for the bank's decision; `overdue` was not answered in time. */
export const disputeStages = ['open', 'answered', 'overdue', 'won', 'lost', 'closed'] as const;
export type DisputeStage = (typeof disputeStages)[number];

const ended: Readonly<Record<string, DisputeStage>> = {
  won: 'won',
  lost: 'lost',
  prevented: 'closed',
  warning_closed: 'closed',
};

/** What can be done about a dispute. A status that is not known is no invitation to send evidence. */
export function getDisputeStage(
  { status, dueAt }: Pick<DisputeReport, 'status' | 'dueAt'>,
  now: Date,
): DisputeStage {
  const end = ended[status];
  if (end !== undefined) return end;
  if (!status.endsWith('needs_response')) return status.endsWith('under_review') ? 'answered' : 'closed';
  return dueAt === null || new Date(dueAt) < now ? 'overdue' : 'open';
}

/**
 * A dispute takes evidence once, while it is open and not overdue.
 * @throws Refusal DISPUTE_ANSWERED, DISPUTE_CLOSED
 */
export function assertTakesEvidence(stage: DisputeStage): void {
  if (stage === 'answered') throw new Refusal('DISPUTE_ANSWERED');
  if (stage !== 'open') throw new Refusal('DISPUTE_CLOSED', { isOverdue: stage === 'overdue' });
}

interface DisputeIds {
  readonly disputeId: string;
  readonly paymentIntentId: string;
  readonly memberId: string;
}

const isSame = (one: DisputeReport | null, other: DisputeReport): boolean =>
  one !== null &&
  one.amountPence === other.amountPence &&
  one.reason === other.reason &&
  one.status === other.status &&
  one.dueAt === other.dueAt;

/**
 * Records what Stripe reports of a dispute, and the answer that Stripe has of ours, each once. The answer comes first, as
 * the status follows from it.
 */
export function reportDispute(
  state: DisputeState,
  {
    ids,
    report,
    answer,
    now,
  }: {
    readonly ids: DisputeIds;
    readonly report: DisputeReport;
    readonly answer: Omit<DisputeAnswer, 'at'> | null;
    readonly now: Date;
  },
): DisputeEvent[] {
  const at = now.toISOString();
  const { disputeId, paymentIntentId, memberId } = ids;
  const of = { disputeId, paymentIntentId, memberId };
  const events: DisputeEvent[] = [];
  if (answer !== null && state.answer === null) {
    const { requestKey, sha256, by } = answer;
    events.push({ type: 'DisputeAnswered', data: { ...of, requestKey, sha256, by, at } });
  }
  if (!isSame(state.report, report)) events.push({ type: 'DisputeReported', data: { ...of, ...report, at } });
  return events;
}
