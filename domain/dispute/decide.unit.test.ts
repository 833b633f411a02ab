import { describe, expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now } from '../testing/histories.fixture.ts';
import { assertTakesEvidence, type DisputeStage, getDisputeStage, reportDispute } from './decide.ts';
import { disputeDecider } from './decider.ts';
import type { DisputeEvent } from './events.ts';

const ids = { disputeId: 'du_a', paymentIntentId: 'pi_a', memberId };
const report = {
  amountPence: 11_000,
  reason: 'product_not_received',
  status: 'needs_response',
  dueAt: '2026-05-21T09:00:00.000Z',
};
const answer = { requestKey: 'one', sha256: 'abc', by: 'admin' };
const reported: DisputeEvent = { type: 'DisputeReported', data: { ...ids, ...report, at } };
const answered: DisputeEvent = { type: 'DisputeAnswered', data: { ...ids, ...answer, at } };
const underReview: DisputeEvent = {
  type: 'DisputeReported',
  data: { ...ids, ...report, status: 'under_review', at },
};
const whenReported = (
  { status = 'needs_response', with: sent = null }: { status?: string; with?: typeof answer | null },
  ...history: DisputeEvent[]
) =>
  given(disputeDecider, ...history).when((state) =>
    reportDispute(state, { ids, report: { ...report, status }, answer: sent, now }),
  );

describe('a dispute', () => {
  it('is recorded when Stripe reports something new of it', () => {
    whenReported({}).gives(reported);
    whenReported({}, reported).gives();
    whenReported({ status: 'under_review' }, reported).gives(underReview);
  });

  it('is answered once, before the status that follows from the answer', () => {
    whenReported({ status: 'under_review', with: answer }, reported).gives(answered, underReview);
    whenReported({ status: 'under_review', with: answer }, reported, answered, underReview).gives();
    whenReported({ status: 'under_review', with: answer }, reported, answered).gives(underReview);
  });

  it.each<[string, string | null, DisputeStage]>([
    ['needs_response', '2026-05-21T09:00:00.000Z', 'open'],
    ['warning_needs_response', '2026-05-21T09:00:00.000Z', 'open'],
    ['needs_response', '2026-05-01T09:00:00.000Z', 'overdue'],
    ['needs_response', null, 'overdue'],
    ['under_review', '2026-05-01T09:00:00.000Z', 'answered'],
    ['won', null, 'won'],
    ['lost', '2026-05-21T09:00:00.000Z', 'lost'],
    ['warning_closed', null, 'closed'],
    ['a_new_status', '2026-05-21T09:00:00.000Z', 'closed'],
  ])('of status %s that is due on %s is %s', (status, dueAt, stage) => {
    expect(getDisputeStage({ status, dueAt }, now)).toBe(stage);
  });

  it('takes evidence only while it is open', () => {
    expect(() => assertTakesEvidence('open')).not.toThrow();
    expect(() => assertTakesEvidence('answered')).toThrow('DISPUTE_ANSWERED');
    for (const stage of ['overdue', 'won', 'lost', 'closed'] as const)
      expect(() => assertTakesEvidence(stage)).toThrow('DISPUTE_CLOSED');
  });
});
