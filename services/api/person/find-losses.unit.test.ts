import { beforeAll, describe, expect, it } from 'vitest';
import type { BookingRow } from '#projections/read-models/bookings/queries.ts';
import { buildMemberHistory, readMemberEvents } from '#services/audit/history/member-history.ts';
import { readRulebook } from '#services/audit/history/rule-tracker.ts';
import { buyPasses } from '#services/audit/testing/paid-lots.fixture.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { cancelBooking } from '#services/commands/booking/cancel-booking.ts';
import { Studio } from '#services/commands/testing/studio.fixture.ts';
import { adjustPasses } from '#services/commands/wallet/adjust-passes.ts';
import { findLosses } from './find-losses.ts';
import { listLotEvents, listWalletSteps } from './list-lot-events.ts';

const bookedAt = new Date('2026-05-12T10:00:00.000Z');
const cancelledAt = new Date('2026-05-15T10:00:00.000Z');
const takenAt = new Date('2026-05-16T10:00:00.000Z');
const after = new Date('2026-05-20T10:00:00.000Z');
const subject = { memberId: 'ann', membershipId: null, paymentIntentIds: [] };
const findClass = (id: number | null) =>
  id === null
    ? null
    : {
        ...{ id, name: 'beginner' as const, date: '2026-05-15', time: '18:00' },
        startsAt: '2026-05-15T17:00:00.000Z',
      };

/** A booking that the member did not come to. */
const missed: BookingRow = {
  ...{ id: 77, classId: 3, userId: 'ann', status: 'confirmed', attended: false, createdAt: bookedAt },
  ...{ lotId: 'lot-pi_ann', passName: '3 Class Pass', passExpiresAt: after, freeUntil: bookedAt },
  ...{ rulesVersion: 0, passReturned: null, refillable: false, releasedAt: null, className: 'beginner' },
  ...{ date: '2026-05-18', time: '09:00', startsAt: new Date('2026-05-18T08:00:00.000Z'), duration: 50 },
  ...{ instructorId: 1, instructorName: 'Marina Hale' },
};

const studio = new Studio();
const store = studio.log.connect();
beforeAll(async () => {
  await studio.schedule(1, { capacity: 7 });
  await buyPasses(studio, 'ann', 3);
  const deps = studio.start();
  const context = studio.context(bookedAt);
  const { bookingId } = await bookClass(deps, { classId: 1, memberId: 'ann', source: 'member' }, context);
  await cancelBooking(deps, { bookingId, classId: 1, memberId: 'ann' }, studio.context(cancelledAt));
  const removal = { memberId: 'ann', direction: 'take', key: 'one', passes: 1, reason: 'A mistake' } as const;
  await adjustPasses(deps, removal, studio.context(takenAt));
});

async function readSteps() {
  const records = await readMemberEvents(store, subject, after);
  return listWalletSteps(records, buildMemberHistory('ann', records, after, await readRulebook(store)));
}

describe('lost passes', () => {
  it('are listed with the rule of each, the latest first', async () => {
    const losses = findLosses({ steps: await readSteps(), bookings: [missed], lots: [], findClass });
    expect(losses.map(({ kind, passes, rule }) => `${kind} ${passes}: ${rule}`)).toEqual([
      'no_show 1: A booking that is not cancelled uses its pass, whether or not the member comes.',
      'staff 1: Staff may take passes back, with a reason.',
      'late_cancellation 1: Cancelling is free up to 24 hours before the class.',
    ]);
    expect(losses[1]?.why).toContain('A mistake');
    expect(losses[2]).toMatchObject({ lotId: 'lot-pi_ann', class: { id: 1 }, cameBack: false });
  });

  it('are no losses while every pass is used or left', async () => {
    const steps = (await readSteps()).filter(({ record }) => record.type.startsWith('PassSpent'));
    expect(findLosses({ steps, bookings: [], lots: [], findClass })).toEqual([]);
  });
});

describe('the events of a lot', () => {
  it('leave out that a pass was set aside where it was spent next, the latest first', async () => {
    const events = listLotEvents(await readSteps(), new Map(), findClass).get('lot-pi_ann');
    expect(events?.map(({ type, balance }) => `${type} ${balance}`)).toEqual([
      'LotRevoked 1',
      'PassForfeited 2',
      'PassSpent 2',
      'LotGranted 3',
    ]);
  });
});
