import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Refusal } from '#domain/refusal.ts';
import { Crashed, crashAtAppend } from '../testing/memory-event-store.fixture.ts';
import { scheduled } from '../testing/scheduled-hooks.fixture.ts';
import { Studio } from '../testing/studio.fixture.ts';
import { cancelClass } from '../timetable/cancel-class.ts';
import { changeClass } from '../timetable/change-class.ts';
import { expireLots } from '../wallet/expire-lots.ts';
import { advanceBooking } from './advance-booking.ts';
import type { BookClassDeps } from './book-class.ts';
import { bookClass } from './book-class.ts';
import { cancelBooking } from './cancel-booking.ts';
import { moveBooking } from './move-booking.ts';
import { removeBooking } from './remove-booking.ts';
import { undoCancellation } from './undo-cancellation.ts';

const MEMBERS = ['ann', 'bea'] as const;
const late = new Date('2026-05-16T08:00:00.000Z');

type Act = (deps: BookClassDeps, studio: Studio) => Promise<unknown>;

/** The newest booking of a member when the step starts, if any. */
const findNewestBooking = (studio: Studio, memberId: string) =>
  studio.bookings().findLast((booking) => booking.memberId === memberId);

const members = fc.constantFrom(...MEMBERS);
const classIds = fc.constantFrom(1, 1, 1, 2);
const acts: fc.Arbitrary<readonly [string, Act]> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(members, classIds, fc.constantFrom('member', 'staff'))
      .map(
        ([memberId, classId, source]) =>
          [
            `${memberId} books ${classId}`,
            (deps: BookClassDeps, studio: Studio) =>
              bookClass(deps, { classId, memberId, source }, studio.context()),
          ] as const,
      ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(members, fc.boolean()).map(
      ([memberId, inTime]) =>
        [
          `${memberId} cancels ${inTime ? 'in time' : 'late'}`,
          async (deps: BookClassDeps, studio: Studio) => {
            const booking = findNewestBooking(studio, memberId);
            if (booking) await cancelBooking(deps, booking, inTime ? studio.context() : studio.context(late));
          },
        ] as const,
    ),
  },
  members.map(
    (memberId) =>
      [
        `staff remove ${memberId}`,
        async (deps: BookClassDeps, studio: Studio) => {
          const booking = findNewestBooking(studio, memberId);
          if (booking) await removeBooking(deps, booking, studio.context());
        },
      ] as const,
  ),
  {
    weight: 3,
    arbitrary: fc.tuple(members, classIds).map(
      ([memberId, classId]) =>
        [
          `${memberId} moves to ${classId}`,
          async (deps: BookClassDeps, studio: Studio) => {
            const booking = findNewestBooking(studio, memberId);
            if (booking) await moveBooking(deps, { ...booking, toClassId: classId }, studio.context());
          },
        ] as const,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(members, fc.boolean()).map(
      ([memberId, inTime]) =>
        [
          `${memberId} takes a cancellation back`,
          async (deps: BookClassDeps, studio: Studio) => {
            const booking = findNewestBooking(studio, memberId);
            if (booking)
              await undoCancellation(deps, booking, inTime ? studio.context() : studio.context(late));
          },
        ] as const,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constant([
      'the sweep runs',
      async (deps: BookClassDeps, studio: Studio) => {
        for (const booking of studio.bookings()) await advanceBooking(deps, booking, studio.context());
      },
    ] as const),
  },
  members.map(
    (memberId) =>
      [
        `${memberId}'s lots lapse`,
        (deps: BookClassDeps, studio: Studio) => expireLots(deps, { memberId }, studio.context(late)),
      ] as const,
  ),
  classIds.map(
    (classId) =>
      [
        `${classId} is cancelled`,
        (deps: BookClassDeps, studio: Studio) => cancelClass(deps, { classId }, studio.context()),
      ] as const,
  ),
  fc
    .tuple(classIds, fc.constantFrom('2026-05-15', '2026-05-16'))
    .map(
      ([classId, date]) =>
        [
          `${classId} moves to ${date}`,
          (deps: BookClassDeps, studio: Studio) =>
            changeClass(
              deps,
              { classId, level: 'beginner', date, time: '09:30', capacity: 1, instructorId: 1 },
              studio.context(),
            ),
        ] as const,
    ),
);

/** Runs the steps one after another; a refusal is a result, a crash ends the run. */
async function runScript(script: readonly (readonly [string, Act])[], deps: BookClassDeps, studio: Studio) {
  for (const [, act] of script) {
    try {
      await act(deps, studio);
    } catch (error) {
      if (error instanceof Crashed) return;
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

const crashes = fc.option(fc.record({ at: fc.nat({ max: 12 }), when: fc.constantFrom('before', 'after') }));

it('completes every booking and loses no pass, however two processes interleave and crash', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.array(acts, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 4 }),
      crashes,
      crashes,
      fc.boolean(),
      fc.boolean(),
      async (scheduler, script, crashOfOne, crashOfTwo, shortLots, refills) => {
        const studio = new Studio();
        if (refills) await studio.refillLateCancellations();
        for (const classId of [1, 2]) await studio.schedule(classId, { capacity: 1 });
        for (const member of MEMBERS) {
          await studio.grant(member, 1, {
            lotId: `${member}-1`,
            ...(shortLots ? { expiresAt: '2026-05-15T22:59:59.999Z' } : {}),
          });
          await studio.grant(member, 1, { lotId: `${member}-2` });
        }
        const lineOf = (crash: typeof crashOfOne) =>
          crash === null
            ? crashAtAppend(Number.POSITIVE_INFINITY, 'before')
            : crashAtAppend(crash.at, crash.when);
        const one = studio.start(scheduled(scheduler, 'one', lineOf(crashOfOne)));
        const two = studio.start(scheduled(scheduler, 'two', lineOf(crashOfTwo)));

        await scheduler.waitFor(
          Promise.all(script.map((steps, index) => runScript(steps, index % 2 === 0 ? one : two, studio))),
        );
        await studio.sweep(late);
        await studio.expectSettled();
        studio.expectNeverAbove(1, [1, 2]);
        const { decided, returned } = studio.refills();
        expect(new Set(returned).size).toBe(returned.length);
        expect(decided).toEqual(expect.arrayContaining(returned));
        if (!refills) expect(decided).toEqual([]);
      },
    ),
    { numRuns: 400 },
  );
});
