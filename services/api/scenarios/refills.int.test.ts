import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { auditClassAnswer, auditRulebookAnswer } from '#services/contract/audit.ts';
import { myBookingsAnswer } from '#services/contract/bookings.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { TimetableStudio } from '../testing/timetable-studio.fixture.ts';

const booked = z.object({ bookingId: z.number(), creditsRemaining: z.number() });

let studio: TimetableStudio;
beforeAll(async () => {
  studio = await TimetableStudio.start();
  await studio.startDay('11:00');
});
afterAll(() => studio?.running.remove());

const setRefill = async (value: 'on' | 'off') => {
  const changed = await studio.admin.call('POST', '/api/admin/settings', {
    key: 'late_cancel_refill',
    value,
  });
  expect(changed.status).toBe(200);
};
const book = (client: StudioClient, classId: number) =>
  client.expect(booked, 'POST', '/api/bookings', { classId });
const readBooking = async (client: StudioClient, bookingId: number) =>
  (await client.expect(myBookingsAnswer, 'GET', '/api/my-bookings')).bookings.find(
    ({ id }) => id === bookingId,
  );
const readCredits = async (client: StudioClient) =>
  (await client.expect(z.object({ credits: z.number() }), 'GET', '/api/auth/credits')).credits;

it('returns the pass of a late cancellation when another member takes the place, mails it once, and shows the rule', async () => {
  const [ann, bea] = [await studio.addMember('ann', 1), await studio.addMember('bea', 1)];
  const classId = await studio.schedule(studio.at(0, '18:00'), 1);
  await setRefill('on');
  const { bookingId } = await book(ann.client, classId);
  const cancelled = await ann.client.call('POST', '/api/cancel-booking', { bookingId });
  expect(cancelled.body).toMatchObject({ refunded: false, creditsRemaining: 0 });
  expect(await readBooking(ann.client, bookingId)).toMatchObject({ passReturned: false, refillable: true });
  // The rule counts when the pass was lost, not when the place is taken.
  await setRefill('off');
  await book(bea.client, classId);
  await studio.settle();
  expect(await readCredits(ann.client)).toBe(1);
  expect(await readBooking(ann.client, bookingId)).toMatchObject({
    status: 'late_cancelled',
    passReturned: true,
    refillable: false,
  });

  const auditor = studio.admin;
  const history = await auditor.expect(auditClassAnswer, 'GET', `/api/audit/classes/${classId}`);
  const refilled = history.events.find(({ type }) => type === 'LateCancellationRefilled');
  expect(refilled?.rule?.text).toBe(
    'The pass of a late cancellation comes back when someone else takes the place.',
  );
  const { events } = await auditor.expect(auditRulebookAnswer, 'GET', '/api/audit/rulebook');
  const decidedBy = events.find(({ position }) => position === refilled?.rule?.event?.position);
  expect(decidedBy).toMatchObject({ type: 'RulesChanged', version: refilled?.rule?.version });
  expect(decidedBy?.summary).toContain('Pass back when the place is filled: off, now on');

  expect((await verifyStore(auditor)).events.exceptions).toEqual([]);
  expect((await ann.readMailKinds()).filter((kind) => kind === 'pass-back')).toHaveLength(1);
});

it('names the rule’s version with a refusal', async () => {
  const { client } = await studio.addMember('cat', 1);
  const classId = await studio.schedule(studio.at(20, '18:00'), 1);
  const { status, body } = await client.call('POST', '/api/bookings', { classId });
  const { version } = await studio.visitor.expect(z.object({ version: z.number() }), 'GET', '/api/rules');
  expect(status).toBe(409);
  expect(errorAnswer.parse(body)).toMatchObject({ code: 'OUTSIDE_BOOKING_WINDOW', rulesVersion: version });
});
