import { classDecider } from '#domain/class/decider.ts';
import { runOutsideProcess } from '../crashable-process.ts';
import type { Scenario } from '../scenario.ts';
import { book, bookTwoDaysAgo, cancelLateWithRefill, freeSeat, joinWaitlist, moveClassFar } from './steps.ts';

const withBooking: (
  prepare: (booked: {
    cell: Parameters<Scenario['prepare']>[0];
    token: string;
    classId: number;
    bookingId: number;
  }) => Promise<() => Promise<unknown>>,
) => Scenario['prepare'] = (prepare) => async (cell) => {
  const ann = await cell.addMember('ann', 2);
  const classId = await cell.addClass();
  return prepare({ cell, token: ann.token, classId, bookingId: await bookTwoDaysAgo(cell, ann, classId) });
};

/** Commands about bookings, attendance and waiting lists. */
export const bookingScenarios: readonly Scenario[] = [
  {
    covers: [
      'booking/book-class',
      'booking/booking-end',
      'booking/booking-result',
      'booking/find-class',
      'booking/settle-pass',
      'booking/settle-seat',
    ],
    async prepare(cell) {
      const ann = await cell.addMember('ann', 2);
      const classId = await cell.addClass();
      return () => cell.request(ann.token, 'POST', '/api/bookings', { classId });
    },
  },
  {
    covers: ['booking/book-class'],
    case: 'the class has become full',
    acceptedDifferences: [
      {
        lines: /^[-+] wallet: LotGranted \(passes 1, [^;]*\)(; PassHeld [^;]*; PassReturned [^;]*)?$/,
        reason: 'no pass was held yet; the repeated request knows that the class is full, and holds none',
      },
    ],
    async prepare(cell) {
      const [ann, bea] = [await cell.addMember('ann', 1), await cell.addMember('bea', 1)];
      const classId = await cell.addClass({ capacity: 1 });
      return async () => {
        // The cached state shows a free seat, so the pass is held before the seat is refused.
        await cell.studio.crashable.deciders.load(classDecider, String(classId));
        await runOutsideProcess(() => book(cell, bea, classId));
        return cell.requestOrRefusal(ann.token, 'POST', '/api/bookings', { classId });
      };
    },
  },
  {
    covers: ['booking/cancel-booking', 'booking/cancel-booking-by', 'booking/release-booking'],
    prepare: withBooking(
      async ({ cell, token, bookingId }) =>
        () =>
          cell.requestOrRefusal(token, 'POST', '/api/cancel-booking', { bookingId }),
    ),
  },
  {
    covers: ['booking/cancel-booking'],
    case: 'too late for the pass',
    async prepare(cell) {
      const ann = await cell.addMember('ann', 2);
      const classId = await cell.addClass({ days: 0 });
      const bookingId = await book(cell, ann, classId);
      return () => cell.requestOrRefusal(ann.token, 'POST', '/api/cancel-booking', { bookingId });
    },
  },
  {
    covers: ['booking/book-class', 'booking/advance-booking'],
    case: 'in the place of a late cancellation',
    async prepare(cell) {
      const [ann, bea] = [await cell.addMember('ann', 1), await cell.addMember('bea', 1)];
      const classId = await cell.addClass({ days: 0, capacity: 1 });
      await cancelLateWithRefill(cell, ann, classId);
      return () => cell.request(bea.token, 'POST', '/api/bookings', { classId });
    },
  },
  {
    covers: ['booking/remove-booking'],
    prepare: withBooking(
      async ({ cell, bookingId }) =>
        () =>
          cell.requestOrRefusal(cell.shared.admin, 'DELETE', `/api/admin/remove-booking/${bookingId}`),
    ),
  },
  {
    covers: ['booking/move-booking', 'booking/carry-over'],
    prepare: withBooking(async ({ cell, token, bookingId }) => {
      const classId = await cell.addClass({ days: 4 });
      return () => cell.request(token, 'POST', `/api/bookings/${bookingId}/move`, { classId });
    }),
  },
  {
    covers: ['booking/undo-cancellation'],
    prepare: withBooking(async ({ cell, token, bookingId }) => {
      await cell.request(token, 'POST', '/api/cancel-booking', { bookingId });
      return () => cell.request(token, 'POST', `/api/bookings/${bookingId}/undo-cancellation`);
    }),
  },
  {
    covers: ['waitlist/join-waitlist'],
    async prepare(cell) {
      const [ann, bea] = [await cell.addMember('ann', 1), await cell.addMember('bea', 1)];
      const classId = await cell.addClass({ capacity: 1 });
      await book(cell, bea, classId);
      return () => joinWaitlist(cell, ann, classId);
    },
  },
  {
    covers: ['waitlist/leave-waitlist'],
    async prepare(cell) {
      const [ann, bea] = [await cell.addMember('ann', 1), await cell.addMember('bea', 1)];
      const classId = await cell.addClass({ capacity: 1 });
      await book(cell, bea, classId);
      await joinWaitlist(cell, ann, classId);
      return () => cell.request(ann.token, 'DELETE', '/api/waitlist', { classId });
    },
  },
  {
    covers: ['waitlist/confirm-waitlist-place'],
    async prepare(cell) {
      const { classId, bea } = await freeSeat(cell);
      const startsAt = await moveClassFar(cell, classId);
      return () => cell.request(bea.token, 'POST', '/api/waitlist/confirm', { classId, startsAt });
    },
  },
  {
    covers: ['timetable/mark-attendance'],
    prepare: withBooking(
      async ({ cell, bookingId }) =>
        () =>
          cell.request(cell.shared.admin, 'PUT', `/api/instructor/attendance/${bookingId}`, {
            attended: true,
          }),
    ),
  },
  {
    covers: ['member/record-health-reading'],
    prepare: withBooking(
      async ({ cell, classId, bookingId }) =>
        () =>
          cell.request(
            cell.shared.admin,
            'GET',
            `/api/instructor/classes/${classId}/attendees/${bookingId}/health`,
          ),
    ),
  },
];
