import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { cancelClass } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { advanceWaitlistJob } from '#workers/jobs/advance-waitlist/definition.ts';
import { expireLotsJob } from '#workers/jobs/expire-lots/definition.ts';
import { forgetPasswordResets } from '#workers/jobs/forget-password-resets/definition.ts';
import { forgetSessions } from '#workers/jobs/forget-sessions/definition.ts';
import { leaveOverlappingWaitlists } from '#workers/jobs/leave-overlapping-waitlists/definition.ts';
import { settleBooking } from '#workers/jobs/settle-booking/definition.ts';
import type { Scenario } from '../scenario.ts';
import { book, freeSeat, givePassesAgo, joinWaitlist, readLastEvent } from './steps.ts';

/** Jobs, each run once by a worker that crashes. The queue, the reactors or a sweep repeat it. */
export const jobScenarios: readonly Scenario[] = [
  {
    covers: ['job settle-booking', 'booking/advance-booking'],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 2);
      const classId = await cell.addClass();
      const bookingId = await book(cell, ann, classId);
      const context = cell.context();
      const { position } = await cell.studio.surviving.deciders.handle(
        classDecider,
        String(classId),
        context,
        (state) => cancelClass(state, { now: context.now }),
      );
      await cell.studio.waitForReadModels(position);
      return () =>
        cell.runJob(settleBooking, { bookingId, classId, memberId: ann.id }, `released-${bookingId}`);
    },
  },
  {
    covers: ['job advance-waitlist', 'waitlist/advance-waitlist', 'booking/with-other-classes'],
    case: 'the first on the list is booked',
    async prepare(cell) {
      const { classId } = await freeSeat(cell);
      return () => cell.runJob(advanceWaitlistJob, { classId });
    },
  },
  {
    covers: ['job advance-waitlist', 'waitlist/advance-waitlist', 'booking/with-other-classes'],
    case: 'the first on the list is offered the seat',
    async prepare(cell) {
      const [ann, bea] = [await cell.addMember('ann', 1), await cell.addMember('bea', 1)];
      const classId = await cell.addClass({ capacity: 1, days: 0, time: '19:00' });
      const bookingId = await book(cell, ann, classId);
      await joinWaitlist(cell, bea, classId);
      await cell.request(ann.token, 'POST', '/api/cancel-booking', { bookingId });
      return () => cell.runJob(advanceWaitlistJob, { classId });
    },
  },
  {
    covers: ['job leave-overlapping-waitlists'],
    async prepare(cell) {
      const [ann, bea] = [await cell.addMember('ann', 1), await cell.addMember('bea', 1)];
      const [full, other] = [await cell.addClass({ capacity: 1 }), await cell.addClass()];
      await book(cell, ann, full);
      await joinWaitlist(cell, bea, full);
      const bookingId = await book(cell, bea, other);
      const { id } = await readLastEvent(cell, `class-${other}`, 'SeatBooked');
      return () => cell.runJob(leaveOverlappingWaitlists, { memberId: bea.id, since: { bookingId } }, id);
    },
  },
  {
    covers: ['job expire-lots', 'wallet/expire-lots'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      await givePassesAgo(cell, ann, 100);
      return () => cell.runJob(expireLotsJob, { memberId: ann.id });
    },
  },
  {
    covers: ['job forget-sessions'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const { pool } = cell.studio.surviving;
      await pool.query(
        "UPDATE sessions SET expire = now() - interval '1 hour' WHERE sess ->> 'memberId' = $1",
        [ann.id],
      );
      return () => cell.runJob(forgetSessions, {});
    },
  },
  {
    covers: ['job forget-password-resets'],
    async prepare(cell) {
      const { surviving, now } = cell.studio;
      await surviving.pool.query(
        'INSERT INTO password_reset_requests (id, email_hash, requested_at, handled_at) VALUES ($1, $2, $3, $3)',
        [randomUUID(), cell.tag, new Date(now().getTime() - 3 * millisecondsInDay)],
      );
      return () => cell.runJob(forgetPasswordResets, {});
    },
    async readExtraState(cell) {
      const { rowCount } = await cell.studio.surviving.pool.query(
        'SELECT 1 FROM password_reset_requests WHERE email_hash = $1',
        [cell.tag],
      );
      return [`old requests: ${rowCount}`];
    },
  },
];
