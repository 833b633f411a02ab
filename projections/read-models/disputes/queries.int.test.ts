import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MembershipEvent } from '#domain/membership/events.ts';
import { firstPlanTerms } from '#domain/plan/terms.ts';
import { startProjectedStudio } from '#projections/testing/projected-studio.fixture.ts';
import { Recorder } from '#projections/testing/recorder.ts';
import { StudioHistory } from '#projections/testing/studio-history.ts';
import { readDisputedPaymentsToFollow } from './queries.ts';

const recorder = new Recorder();
const history = new StudioHistory(recorder);
const at = '2026-03-02T10:00:00.000Z';
const periodEnd = '2026-04-02T09:00:00.000Z';
const ids = ['disputed', 'refunded', 'renewed'] as const;

/** A member's first period, as it was recorded before disputes had a stream. */
function subscribed(memberId: string, membershipId: number) {
  const event: MembershipEvent = {
    type: 'MembershipStarted',
    data: {
      ...{ membershipId, memberId, subscriptionId: `sub_${memberId}`, plan: firstPlanTerms },
      ...{ invoiceId: `in_${memberId}`, paymentIntentId: `pi_of_${memberId}`, amountPence: 18_000 },
      ...{ periodStart: at, periodEnd, passes: 12, lotId: `lot-in_${memberId}`, expiresAt: periodEnd, at },
    },
  };
  return [...history.member(memberId), recorder.record(`membership-${membershipId}`, event)];
}
const revoked = (memberId: string, reason: 'refund' | 'dispute' | 'membership') =>
  recorder.record(`wallet-${memberId}`, {
    type: 'LotRevoked',
    data: { memberId, lotId: `lot-in_${memberId}`, passes: 12, demanded: 12, reason, at },
  });

let studio: Awaited<ReturnType<typeof startProjectedStudio>>;
beforeAll(async () => {
  studio = await startProjectedStudio([
    ...ids.flatMap((id, index) => subscribed(id, index + 1)),
    revoked('disputed', 'dispute'),
    revoked('refunded', 'refund'),
    revoked('renewed', 'membership'),
  ]);
});
afterAll(() => studio?.drop());

test('finds a disputed payment of a membership in events from before disputes were recorded, until it is reported', async () => {
  expect(await readDisputedPaymentsToFollow(studio.pool)).toEqual([{ paymentIntentId: 'pi_of_disputed' }]);
  await studio.project([
    recorder.record('dispute-du_1', {
      type: 'DisputeReported',
      data: {
        ...{ disputeId: 'du_1', paymentIntentId: 'pi_of_disputed', memberId: 'disputed' },
        ...{ amountPence: 18_000, reason: 'fraudulent', status: 'needs_response', dueAt: periodEnd, at },
      },
    }),
  ]);
  expect(await readDisputedPaymentsToFollow(studio.pool)).toEqual([]);
});

test('forgets the disputed lots of a member whose records are removed', async () => {
  const readLots = async () =>
    (await studio.pool.query("SELECT lot_id FROM disputed_lots WHERE lot_id = 'lot-in_leaver'")).rows;
  await studio.project([...subscribed('leaver', ids.length + 1), revoked('leaver', 'dispute')]);
  expect(await readLots()).toHaveLength(1);
  const data = { memberId: 'leaver', at };
  await studio.project([recorder.record('member-leaver', { type: 'MemberRecordsRemoved', data })]);
  expect(await readLots()).toEqual([]);
});
