import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { myBookingsAnswer } from '#services/contract/bookings.ts';
import { savedCardsAnswer } from '#services/contract/cards.ts';
import { classPassesAnswer } from '#services/contract/catalogue.ts';
import { checkoutAnswer } from '#services/contract/checkout.ts';
import { completePaymentAnswer } from '#services/contract/payments.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { refusal } from '#tools/testing/studio-client.ts';
import { verifyStore } from '#tools/testing/verify-store.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { TimetableStudio } from '../testing/timetable-studio.fixture.ts';

const singleClass = 3;
const fiveClassPass = 5;

let studio: TimetableStudio;
beforeAll(async () => {
  studio = await TimetableStudio.start();
  await studio.startDay('10:00');
});
afterAll(() => studio?.running.remove());

const signUp = async () => (await studio.addMember('member', 0)).client;
let hour = 7;
/** A class in three days that overlaps no other one of this test. */
function openClass(capacity = 7): Promise<number> {
  hour += 1;
  return studio.schedule(studio.at(3, `${String(hour).padStart(2, '0')}:00`), capacity);
}
const toBody = (classId: number, changes: object = {}) => ({
  classId,
  passId: fiveClassPass,
  requestKey: randomUUID(),
  acceptTerms: true,
  startNow: true,
  ...changes,
});
const checkout = (member: StudioClient, classId: number, changes: object = {}) =>
  member.expect(checkoutAnswer, 'POST', '/api/checkout', toBody(classId, changes));
const tryCheckout = async (member: StudioClient, classId: number, changes: object = {}) =>
  refusal(await member.call('POST', '/api/checkout', toBody(classId, changes)));
const complete = (member: StudioClient, id: string) =>
  member.expect(completePaymentAnswer, 'POST', '/api/complete-payment', { payment_intent_id: id });
const readBookings = async (member: StudioClient) =>
  (await member.expect(myBookingsAnswer, 'GET', '/api/my-bookings')).bookings;

it('keeps the seat while the member pays, and books it with the pass', async () => {
  const [{ client: ann, readMailKinds }, classId] = [await studio.addMember('ann', 0), await openClass(1)];
  const before = await studio.clock.now();
  const { clientSecret, amountPence, reservedUntil } = await checkout(ann, classId);
  expect(amountPence).toBe(11_000);
  expect(Date.parse(reservedUntil) - before.getTime()).toBeLessThan(11 * 60_000);
  const rival = await signUp();
  expect(await tryCheckout(rival, classId)).toBe('409 CLASS_FULL');
  const id = await ann.pay(clientSecret);
  const completed = await complete(ann, id);
  const [booking] = await readBookings(ann);
  expect(completed).toMatchObject({ booking: { id: booking?.id }, notBooked: null, creditsRemaining: 4 });
  expect(booking).toMatchObject({ classId, status: 'confirmed' });
  expect(await complete(ann, id)).toMatchObject({ booking: { id: booking?.id }, creditsRemaining: 4 });
  await studio.settle();
  expect(await readMailKinds()).toEqual(['booking-confirmed']);
});

it('the webhook finishes a checkout when the browser is closed after paying', async () => {
  const [ann, classId] = [await signUp(), await openClass(1)];
  const { clientSecret } = await checkout(ann, classId);
  await ann.pay(clientSecret);
  await waitFor(async () => (await readBookings(ann))[0]?.status === 'confirmed', { what: 'the booking' });
  expect(await readBookings(ann)).toHaveLength(1);
});

it('goes on after a declined card, for the same seat and payment', async () => {
  const [ann, classId] = [await signUp(), await openClass(1)];
  const first = await checkout(ann, classId);
  const id = await ann.pay(first.clientSecret, '4000000000000002');
  expect(refusal(await ann.call('POST', '/api/complete-payment', { payment_intent_id: id }))).toBe(
    '409 PAYMENT_NOT_COMPLETE',
  );
  const second = await checkout(ann, classId);
  expect(second).toEqual(first);
  await ann.pay(second.clientSecret);
  expect(await complete(ann, id)).toMatchObject({ notBooked: null });
});

it('gives a lapsed seat to the first waiting member, and grants a pass that was paid later', async () => {
  const [{ client: ann, readMailKinds }, bea] = [await studio.addMember('ann', 0), await signUp()];
  const classId = await openClass(1);
  const { clientSecret } = await checkout(ann, classId);
  expect((await bea.buy(fiveClassPass)).status).toBe(200);
  expect(refusal(await bea.call('POST', '/api/bookings', { classId }))).toBe('409 CLASS_FULL');
  expect((await bea.call('POST', '/api/waitlist', { classId })).status).toBe(200);
  expect(await tryCheckout(await signUp(), classId)).toBe('409 CLASS_HAS_LINE');
  await studio.clock.advance('PT11M');
  await studio.settle();
  expect(await readBookings(bea)).toMatchObject([{ classId, status: 'confirmed' }]);
  const id = await ann.pay(clientSecret);
  expect(await complete(ann, id)).toMatchObject({
    booking: null,
    notBooked: 'CLASS_FULL',
    creditsRemaining: 5,
  });
  await studio.settle();
  expect(await readMailKinds()).toEqual(['not-booked']);
});

it('frees the seat of another class immediately', async () => {
  const [ann, first, second] = [await signUp(), await openClass(1), await openClass(1)];
  await checkout(ann, first);
  await checkout(ann, second);
  const bea = await signUp();
  await checkout(bea, first);
  expect(await tryCheckout(await signUp(), second)).toBe('409 CLASS_FULL');
});

it('refuses what a booking refuses, and a price or class that changed, before anything is reserved', async () => {
  const [ann, classId] = [await signUp(), await openClass()];
  expect(await tryCheckout(ann, 2_147_483_647)).toBe('404 CLASS_NOT_FOUND');
  expect(await tryCheckout(ann, classId, { passId: 2_147_483_647 })).toBe('404 PASS_NOT_FOUND');
  const expected = { date: '2026-03-02', time: '10:00', name: 'beginner', pricePence: 11_000 };
  expect(await tryCheckout(ann, classId, { expected })).toBe('409 CHANGED_SINCE');
  expect((await ann.buy(fiveClassPass)).status).toBe(200);
  expect((await ann.call('POST', '/api/bookings', { classId })).status).toBe(200);
  expect(await tryCheckout(ann, classId)).toBe('409 ALREADY_BOOKED');
  const countSeats = 'SELECT count(*)::int AS kept FROM class_reservations WHERE class_id = $1';
  expect(await studio.running.query(countSeats, [classId])).toEqual([{ kept: 0 }]);
});

it('shows the passes that reach a class', async () => {
  const read = async (query: string) =>
    (await studio.visitor.expect(classPassesAnswer, 'GET', `/api/class-passes${query}`)).classPasses.map(
      ({ id }) => id,
    );
  const classId = await openClass();
  expect(await read(`?classId=${classId}`)).toEqual(await read(''));
  const { classPasses } = await studio.visitor.expect(classPassesAnswer, 'GET', '/api/class-passes');
  expect(classPasses.find(({ id }) => id === singleClass)?.name).toBe('Single Class');
  expect(refusal(await studio.visitor.call('GET', '/api/class-passes?classId=2147483647'))).toBe(
    '404 CLASS_NOT_FOUND',
  );
});

it('leaves a history without a contradiction, and no seat that stays reserved', async () => {
  await studio.clock.advance('PT1H');
  await studio.settle();
  expect(await studio.running.query('SELECT count(*)::int AS kept FROM class_reservations')).toEqual([
    { kept: 0 },
  ]);
  expect((await verifyStore(studio.admin)).events.exceptions).toEqual([]);
});

it('keeps the card of a member who agrees to it with the checkout', async () => {
  const [ann, first, second] = [await signUp(), await openClass(), await openClass()];
  const listCards = async () => (await ann.expect(savedCardsAnswer, 'GET', '/api/user/cards')).cards;
  await ann.pay((await checkout(ann, first)).clientSecret);
  expect(await listCards()).toEqual([]);
  await ann.pay((await checkout(ann, second, { saveCard: true })).clientSecret);
  expect(await listCards()).toMatchObject([{ brand: 'visa', last4: '4242' }]);
});
