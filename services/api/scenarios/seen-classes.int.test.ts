import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorAnswer } from '#services/contract/errors.ts';
import type { Answer, StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioMember, TimetableStudio } from '../testing/timetable-studio.fixture.ts';

const fivePasses = 5;
const booked = z.object({ bookingId: z.number(), creditsRemaining: z.number() });

// Each test moves the clock to a new day.
let studio: TimetableStudio;
/** A member with five passes. */
let ann: StudioMember;
beforeAll(async () => {
  studio = await TimetableStudio.start();
});
beforeEach(async () => {
  await studio.startDay('11:00');
  ann = await studio.addMember('ann', 0);
  expect((await ann.client.buy(fivePasses)).status).toBe(200);
});
afterAll(() => studio?.running.remove());

const outcome = ({ status, body }: Answer) => {
  const { code, changed, overlaps } = errorAnswer.parse(body);
  return { refusal: `${status} ${code}`, changed, overlaps };
};
const seen = (days: number, time: string) => {
  const { date, name } = studio.plan(studio.at(days, time));
  return { date, time, name };
};
/** The studio moves a class, and makes it another level. */
async function change(classId: number, days: number, time: string) {
  const plan = { ...studio.plan(studio.at(days, time)), name: 'advanced' };
  expect((await studio.admin.call('PUT', `/api/admin/classes/${classId}`, plan)).status).toBe(200);
}
const readUserId = async (client: StudioClient) =>
  (await client.expect(z.object({ user: z.object({ id: z.string() }) }), 'GET', '/api/auth/user')).user.id;

describe('a class that changed since it was seen', () => {
  it('is not booked, moved to or added to by staff, until the client sends the new facts', async () => {
    const was = seen(2, '09:00');
    const classId = await studio.schedule(studio.at(2, '09:00'));
    const otherId = await studio.schedule(studio.at(4, '09:00'));
    const { bookingId } = await ann.client.expect(booked, 'POST', '/api/bookings', {
      classId: otherId,
      expected: seen(4, '09:00'),
    });
    await change(classId, 3, '18:00');
    const is = { ...seen(3, '18:00'), name: 'advanced' };
    const changed = {
      date: { was: was.date, is: is.date },
      time: { was: was.time, is: is.time },
      name: { was: was.name, is: is.name },
    };
    const userId = await readUserId(ann.client);
    const calls = [
      (expected: object) => ann.client.call('POST', '/api/bookings', { classId, expected }),
      (expected: object) => ann.client.call('POST', `/api/bookings/${bookingId}/move`, { classId, expected }),
      (expected: object) =>
        studio.admin.call('POST', '/api/admin/add-member-to-class', { userId, classId, expected }),
    ];
    for (const call of calls)
      expect(outcome(await call(was))).toEqual({ refusal: '409 CHANGED_SINCE', changed });
    expect(await ann.readCredits()).toBe(4);
    expect(await calls[1]?.(is)).toMatchObject({ status: 200, body: { creditsRemaining: 4 } });
    expect(await calls[0]?.(is)).toMatchObject({ status: 200, body: { creditsRemaining: 4 } });
  });

  it('is asked about when its length or its instructor changed, also in the undo of a cancellation', async () => {
    const plan = { ...studio.plan(studio.at(2, '09:00'), 3), duration: 50 };
    const classId = await studio.schedule(studio.at(2, '09:00'), 3);
    const made = z.object({ instructor: z.object({ id: z.number() }) });
    const { instructor } = await studio.admin.expect(made, 'POST', '/api/admin/instructors', {
      name: 'Jo Reed',
    });
    const put = async (changes: object) =>
      expect(
        (await studio.admin.call('PUT', `/api/admin/classes/${classId}`, { ...plan, ...changes })).status,
      ).toBe(200);
    const was = { ...seen(2, '09:00'), duration: 50, instructorId: plan.instructorId };
    const book = (expected: object) => ann.client.call('POST', '/api/bookings', { classId, expected });
    await put({ duration: 75, instructorId: instructor.id, maxCapacity: 5 });
    expect(outcome(await book(was))).toEqual({
      refusal: '409 CHANGED_SINCE',
      changed: {
        duration: { was: 50, is: 75 },
        instructorId: { was: plan.instructorId, is: instructor.id },
      },
    });
    const is = { ...was, duration: 75, instructorId: instructor.id };
    const { bookingId } = booked.parse((await book(is)).body);
    await ann.cancel(bookingId);
    await put({ duration: 75 });
    const undo = (expected: object) =>
      ann.client.call('POST', `/api/bookings/${bookingId}/undo-cancellation`, { expected });
    expect(outcome(await undo(is))).toEqual({
      refusal: '409 CHANGED_SINCE',
      changed: { instructorId: { was: instructor.id, is: plan.instructorId } },
    });
    expect(await ann.readCredits()).toBe(5);
    expect(await undo({ ...is, instructorId: plan.instructorId })).toMatchObject({
      status: 200,
      body: { creditsRemaining: 4 },
    });
  });

  it('is not waited for until the client sends the new facts', async () => {
    const { classId } = await studio.fillClass(studio.at(3, '10:00'));
    await change(classId, 3, '12:00');
    const join = (expected: object) => ann.client.call('POST', '/api/waitlist', { classId, expected });
    const was = seen(3, '10:00');
    expect(outcome(await join(was))).toMatchObject({
      refusal: '409 CHANGED_SINCE',
      changed: { time: { was: '10:00', is: '12:00' } },
    });
    expect(await join({ ...was, time: '12:00', name: 'advanced' })).toMatchObject({ status: 200 });
  });
});

describe('a class at the time of another booking', () => {
  it('is booked only once the member allows it', async () => {
    const first = await studio.schedule(studio.at(2, '09:00'));
    const second = await studio.schedule(studio.at(2, '09:30'));
    const next = await studio.schedule(studio.at(2, '09:50'));
    const { bookingId } = await ann.book(first);
    const book = (allowOverlap?: boolean) =>
      ann.client.call('POST', '/api/bookings', { classId: second, allowOverlap });
    const overlaps = { bookingId, classId: first, ...seen(2, '09:00'), duration: 50 };
    for (const allowed of [undefined, false])
      expect(outcome(await book(allowed))).toEqual({ refusal: '409 OVERLAPS_BOOKING', overlaps });
    expect(await ann.readCredits()).toBe(4);
    expect(await ann.book(next)).toMatchObject({ creditsRemaining: 3 });
    expect(await book(true)).toMatchObject({ status: 200, body: { creditsRemaining: 2 } });
  });

  it('is asked about by staff, and in a move', async () => {
    const first = await studio.schedule(studio.at(2, '09:00'));
    const second = await studio.schedule(studio.at(2, '09:30'));
    const third = await studio.schedule(studio.at(3, '09:30'));
    await ann.book(first);
    const userId = await readUserId(ann.client);
    const add = (allowOverlap?: boolean) =>
      studio.admin.call('POST', '/api/admin/add-member-to-class', { userId, classId: second, allowOverlap });
    const refused = await add();
    expect(outcome(refused)).toMatchObject({ refusal: '409 OVERLAPS_BOOKING', overlaps: { classId: first } });
    expect(errorAnswer.parse(refused.body).error).toBe(
      'This member is booked in another class at that time.',
    );
    const { bookingId } = await ann.book(third);
    const move = (allowOverlap?: boolean) =>
      ann.client.call('POST', `/api/bookings/${bookingId}/move`, { classId: second, allowOverlap });
    expect(outcome(await move())).toMatchObject({
      refusal: '409 OVERLAPS_BOOKING',
      overlaps: { classId: first },
    });
    expect(await move(true)).toMatchObject({ status: 200 });
    expect(await add(true)).toMatchObject({ status: 200, body: { creditsRemaining: 3 } });
  });
});
