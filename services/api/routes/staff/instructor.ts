import { Refusal } from '#domain/refusal.ts';
import {
  getTeachingSpan,
  readAttendee,
  readClassesWithAttendees,
} from '#projections/read-models/bookings/attendee-queries.ts';
import { readBookingById } from '#projections/read-models/bookings/queries.ts';
import { readHealthAnswers } from '#projections/read-models/health/queries.ts';
import { readUserById } from '#projections/read-models/members/queries.ts';
import { readInstructorAccounts } from '#projections/read-models/pay/queries.ts';
import { createCommandContext } from '#services/api/command-context.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { describeOwnPay } from '#services/api/figures/describe-pay.ts';
import { readPay } from '#services/api/figures/read-pay.ts';
import { HttpError } from '#services/api/http-error.ts';
import { getStaff } from '#services/api/plugins/authentication.ts';
import { describeProfile } from '#services/api/presenters/describe-profile.ts';
import { describeTaughtClass } from '#services/api/presenters/describe-taught-class.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { recordHealthReading } from '#services/commands/member/record-health-reading.ts';
import { markAttendance } from '#services/commands/timetable/mark-attendance.ts';
import {
  attendanceAnswer,
  attendanceBody,
  attendanceParams,
  attendeeHealthAnswer,
  attendeeParams,
  taughtClassesAnswer,
  taughtClassesQuery,
} from '#services/contract/instructor.ts';
import { ownPayAnswer, payQuery } from '#services/contract/pay.ts';
import { protectRoutes } from '../protect-routes.ts';

const memberErased = () =>
  new HttpError(404, 'MEMBER_FORGOTTEN', 'This member has left, and their details are erased.');

/** The instructors' classes: attendees, their health details, and marking attendance. */
export function registerInstructorRoutes(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock } = deps;
  const withSchema = protectRoutes(authentication.requireStaff('instructor'), 'staff');
  const withHealth = protectRoutes(authentication.requireActiveStaff('instructor'), 'staff');

  app.get(
    '/api/instructor/classes',
    withSchema({ querystring: taughtClassesQuery, response: { 200: taughtClassesAnswer } }),
    async (request) => {
      const now = clock.now();
      const { from, to } = request.query;
      const span = from === undefined || to === undefined ? getTeachingSpan(now) : { from, to };
      const classes = await readClassesWithAttendees(deps, span);
      return {
        success: true as const,
        classes: classes.map(describeTaughtClass),
        ...span,
        now: now.toISOString(),
      };
    },
  );

  app.get(
    '/api/instructor/classes/:classId/attendees/:bookingId/health',
    withHealth({ params: attendeeParams, response: { 200: attendeeHealthAnswer } }),
    async (request, reply) => {
      const attendee = await readAttendee(pool, request.params);
      if (attendee === undefined) throw new Refusal('BOOKING_NOT_FOUND');
      const memberId = attendee.userId;
      // Recorded before the details are read, so that no reading goes unrecorded.
      const { classId } = request.params;
      await recordHealthReading(deps, { memberId, classId }, createCommandContext(request, clock));
      const [user, health] = await Promise.all([
        readUserById(pool, memberId),
        readHealthAnswers(deps, memberId),
      ]);
      if (user === undefined || user.erasedAt !== null) throw memberErased();
      reply.header('cache-control', 'no-store');
      return {
        success: true as const,
        health: { ...describeProfile(user, health).health, dateOfBirth: user.dateOfBirth },
      };
    },
  );

  app.get(
    '/api/instructor/pay',
    withSchema({ querystring: payQuery, response: { 200: ownPayAnswer } }),
    async (request) => {
      const { staffId } = getStaff(request);
      const now = clock.now();
      const own = staffId === undefined ? [] : await readInstructorAccounts(pool, staffId);
      const report = await readPay(pool, request.query, now);
      const instructorIds = own.map(({ instructorId }) => instructorId);
      return { success: true as const, ...describeOwnPay(report, instructorIds, now) };
    },
  );

  registerAttendance(app, deps);
}

function registerAttendance(app: TypedApp, deps: ApiDependencies): void {
  const { authentication, pool, clock, catchUp } = deps;
  const withSchema = protectRoutes(authentication.requireStaff('instructor'), 'staff');

  app.put(
    '/api/instructor/attendance/:bookingId',
    withSchema({ params: attendanceParams, body: attendanceBody, response: { 200: attendanceAnswer } }),
    async (request) => {
      const { bookingId } = request.params;
      const { attended, markedAt } = request.body;
      // The read model may answer this, since the class of a booking never changes.
      const booking = await readBookingById(pool, bookingId);
      if (booking === undefined) throw new Refusal('BOOKING_NOT_FOUND');
      const marked = await markAttendance(
        deps,
        {
          bookingId,
          classId: booking.classId,
          attended,
          ...(markedAt === undefined ? {} : { markedAt: new Date(markedAt) }),
        },
        createCommandContext(request, clock),
      );
      const pending = await catchUp(marked.position, ['bookings', 'pay']);
      return { success: true as const, attended: marked.attended, ...pending };
    },
  );
}
