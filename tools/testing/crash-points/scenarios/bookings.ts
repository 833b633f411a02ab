import { classDecider } from '#domain/class/decider.ts';
import { elsewhere } from '../mortal-process.ts';
import type { Scenario } from '../scenario.ts';
import { book, bookBefore, join } from './steps.ts';

const withBooking: (
  more: (given: {
    cell: Parameters<Scenario['prepare']>[0];
    token: string;
    classId: number;
    bookingId: number;
  }) => Promise<() => Promise<unknown>>,
) => Scenario['prepare'] = (more) => async (cell) => {
  const ann = await cell.member('ann', 2);
  const classId = await cell.class();
  return more({ cell, token: ann.token, classId, bookingId: await bookBefore(cell, ann, classId) });
};

/** Commands about seats, the passes that pay for them, and the lines for them. */
export const bookingScenarios: readonly Scenario[] = [
  {
    covers: [
      'booking/book-class',
      'booking/booking-end',
      'booking/booking-result',
      'booking/find-class',
      'booking/priority-hours',
      'booking/settle-pass',
      'booking/settle-seat',
    ],
    async prepare(cell) {
      const ann = await cell.member('ann', 2);
      const classId = await cell.class();
      return () => cell.ask(ann.token, 'POST', '/api/bookings', { classId });
    },
  },
  {
    covers: ['booking/book-class'],
    case: 'the class is full by then',
    exceptions: [
      {
        lines: /^[-+] wallet: LotGranted \(passes 1, [^;]*\)(; PassHeld [^;]*; PassReturned [^;]*)?$/,
        because: 'no pass was held yet; asked again, the class is known to be full and none is',
      },
    ],
    async prepare(cell) {
      const [ann, bea] = [await cell.member('ann', 1), await cell.member('bea', 1)];
      const classId = await cell.class({ capacity: 1 });
      return async () => {
        // Known as empty, so that the pass is held before it turns out that someone was quicker.
        await cell.studio.mortal.deciders.load(classDecider, String(classId));
        await elsewhere(() => book(cell, bea, classId));
        return cell.tryTo(ann.token, 'POST', '/api/bookings', { classId });
      };
    },
  },
  {
    covers: ['booking/cancel-booking', 'booking/cancel-booking-by', 'booking/release-booking'],
    prepare: withBooking(
      async ({ cell, token, bookingId }) =>
        () =>
          cell.tryTo(token, 'POST', '/api/cancel-booking', { bookingId }),
    ),
  },
  {
    covers: ['booking/cancel-booking'],
    case: 'too late for the pass',
    async prepare(cell) {
      const ann = await cell.member('ann', 2);
      const classId = await cell.class({ days: 0 });
      const bookingId = await book(cell, ann, classId);
      return () => cell.tryTo(ann.token, 'POST', '/api/cancel-booking', { bookingId });
    },
  },
  {
    covers: ['booking/remove-booking'],
    prepare: withBooking(
      async ({ cell, bookingId }) =>
        () =>
          cell.tryTo(cell.shared.admin, 'DELETE', `/api/admin/remove-booking/${bookingId}`),
    ),
  },
  {
    covers: ['booking/move-booking', 'booking/carry-over'],
    prepare: withBooking(async ({ cell, token, bookingId }) => {
      const classId = await cell.class({ days: 4 });
      return () => cell.ask(token, 'POST', `/api/bookings/${bookingId}/move`, { classId });
    }),
  },
  {
    covers: ['booking/undo-cancellation'],
    prepare: withBooking(async ({ cell, token, bookingId }) => {
      await cell.ask(token, 'POST', '/api/cancel-booking', { bookingId });
      return () => cell.ask(token, 'POST', `/api/bookings/${bookingId}/undo-cancellation`);
    }),
  },
  {
    covers: ['waitlist/join-waitlist'],
    async prepare(cell) {
      const [ann, bea] = [await cell.member('ann', 1), await cell.member('bea', 1)];
      const classId = await cell.class({ capacity: 1 });
      await book(cell, bea, classId);
      return () => join(cell, ann, classId);
    },
  },
  {
    covers: ['waitlist/leave-waitlist'],
    async prepare(cell) {
      const [ann, bea] = [await cell.member('ann', 1), await cell.member('bea', 1)];
      const classId = await cell.class({ capacity: 1 });
      await book(cell, bea, classId);
      await join(cell, ann, classId);
      return () => cell.ask(ann.token, 'DELETE', '/api/waitlist', { classId });
    },
  },
  {
    covers: ['timetable/mark-attendance'],
    prepare: withBooking(
      async ({ cell, bookingId }) =>
        () =>
          cell.ask(cell.shared.admin, 'PUT', `/api/instructor/attendance/${bookingId}`, { attended: true }),
    ),
  },
  {
    covers: ['member/record-health-reading'],
    prepare: withBooking(
      async ({ cell, classId, bookingId }) =>
        () =>
          cell.ask(
            cell.shared.admin,
            'GET',
            `/api/instructor/classes/${classId}/attendees/${bookingId}/health`,
          ),
    ),
  },
];
