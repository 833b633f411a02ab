import type { StudioMember, TimetableStudio } from '../timetable-studio.fixture.ts';
import { leads, refused, type WayOutTable } from './way-out-table.fixture.ts';

type State =
  | 'booked'
  | 'booked, inside 24 hours'
  | 'cancelled a moment ago'
  | 'cancelled a minute ago'
  | 'moved'
  | 'removed by staff'
  | 'class cancelled by the studio'
  | 'class over';
type Want =
  | 'member: cancel'
  | 'member: move to another class'
  | 'member: undo the cancellation'
  | 'member: book the class'
  | 'member: book another class'
  | 'staff: remove'
  | 'staff: add the member'
  | 'staff: mark as attended';

interface Subject {
  readonly member: StudioMember;
  readonly memberId: string;
  readonly classId: number;
  readonly bookingId: number;
  /** What has to be done just before, because its state lasts for seconds. */
  readonly ready: () => Promise<unknown>;
}

const alreadyEnded = refused<Want>(
  '409 ALREADY_CANCELLED',
  'the booking has ended already',
  'member: book another class',
);
const standing = leads('nothing changes: it stands');
const past = refused<Want>('409 CLASS_PAST', 'the class has begun', 'member: book another class');
const another = { 'member: book another class': leads('booked') };
const sameAgain = leads('nothing changes: it is booked');
const bookAgain = leads('booked with a pass of its own');

const cells: WayOutTable<State, Want, Subject>['cells'] = {
  booked: {
    'member: cancel': leads('cancelled; the pass comes back'),
    'member: move to another class': leads('moved with the same pass'),
    'member: undo the cancellation': standing,
    'member: book the class': sameAgain,
    'staff: remove': leads('removed; the pass comes back'),
    'staff: add the member': sameAgain,
    'staff: mark as attended': leads('marked'),
    ...another,
  },
  'booked, inside 24 hours': {
    'member: cancel': leads('cancelled; the pass is spent'),
    'member: move to another class': refused('409 MOVE_TOO_LATE', 'the pass is spent', 'member: cancel'),
    'member: undo the cancellation': standing,
    'member: book the class': sameAgain,
    'staff: remove': leads('removed; the pass comes back'),
    'staff: add the member': sameAgain,
    'staff: mark as attended': leads('marked'),
    ...another,
  },
  'cancelled a moment ago': {
    'member: cancel': alreadyEnded,
    'member: move to another class': alreadyEnded,
    'member: undo the cancellation': leads('booked again with the same pass'),
    'member: book the class': bookAgain,
    'staff: remove': alreadyEnded,
    'staff: add the member': bookAgain,
    'staff: mark as attended': refused('409 ALREADY_CANCELLED', 'no seat', 'staff: add the member'),
    ...another,
  },
  'cancelled a minute ago': {
    'member: cancel': alreadyEnded,
    'member: move to another class': alreadyEnded,
    'member: undo the cancellation': refused('409 UNDO_TOO_LATE', 'all are told', 'member: book the class'),
    'member: book the class': bookAgain,
    'staff: remove': alreadyEnded,
    'staff: add the member': bookAgain,
    'staff: mark as attended': refused('409 ALREADY_CANCELLED', 'no seat', 'staff: add the member'),
    ...another,
  },
  moved: {
    'member: cancel': alreadyEnded,
    'member: move to another class': leads('nothing changes: it is in that class'),
    'member: undo the cancellation': refused(
      '409 ALREADY_CANCELLED',
      'it was moved, not cancelled',
      'member: book the class',
    ),
    'member: book the class': bookAgain,
    'staff: remove': alreadyEnded,
    'staff: add the member': bookAgain,
    'staff: mark as attended': refused('409 ALREADY_CANCELLED', 'no seat', 'staff: add the member'),
    ...another,
  },
  'removed by staff': {
    'member: cancel': alreadyEnded,
    'member: move to another class': alreadyEnded,
    'member: undo the cancellation': refused('409 UNDO_TOO_LATE', 'staff did it', 'member: book the class'),
    'member: book the class': bookAgain,
    'staff: remove': alreadyEnded,
    'staff: add the member': bookAgain,
    'staff: mark as attended': refused('409 ALREADY_CANCELLED', 'no seat', 'staff: add the member'),
    ...another,
  },
  'class cancelled by the studio': {
    'member: cancel': alreadyEnded,
    'member: move to another class': alreadyEnded,
    'member: undo the cancellation': refused(
      '409 UNDO_TOO_LATE',
      'the studio did it',
      'member: book another class',
    ),
    'member: book the class': refused('409 CLASS_CANCELLED', 'it is off', 'member: book another class'),
    'staff: remove': alreadyEnded,
    'staff: add the member': refused('409 CLASS_CANCELLED', 'it is off', 'member: book another class'),
    'staff: mark as attended': refused('409 ALREADY_CANCELLED', 'no seat', 'member: book another class'),
    ...another,
  },
  'class over': {
    'member: cancel': past,
    'member: move to another class': past,
    'member: undo the cancellation': standing,
    'member: book the class': sameAgain,
    'staff: remove': leads('removed; the pass comes back'),
    'staff: add the member': sameAgain,
    'staff: mark as attended': leads('marked'),
    ...another,
  },
};

/** Bookings in every state, by what their members and staff may want. */
export function createBookingTable(studio: TimetableStudio): WayOutTable<State, Want, Subject> {
  const { admin, clock } = studio;
  let otherClass = 0;
  const cancel = ({ member, bookingId }: Pick<Subject, 'member' | 'bookingId'>) =>
    member.client.call('POST', '/api/cancel-booking', { bookingId });
  const move = ({ member, bookingId }: Pick<Subject, 'member' | 'bookingId'>) =>
    member.client.call('POST', `/api/bookings/${bookingId}/move`, { classId: otherClass });
  const remove = (bookingId: number) => admin.call('DELETE', `/api/admin/remove-booking/${bookingId}`);

  const startsAt = (state: State): Date => {
    if (state === 'class over') return studio.at(0, '13:00');
    return state === 'booked, inside 24 hours' ? studio.at(0, '20:00') : studio.at(3, '10:00');
  };

  async function make(state: State): Promise<Subject> {
    const member = await studio.addMember('wants');
    await member.client.buy(3);
    const classId = await studio.schedule(startsAt(state));
    const { bookingId } = await member.book(classId);
    const made = { member, bookingId };
    if (state === 'cancelled a minute ago') await cancel(made);
    if (state === 'moved') await move(made);
    if (state === 'removed by staff') await remove(bookingId);
    if (state === 'class cancelled by the studio')
      await admin.call('DELETE', `/api/admin/classes/${classId}`);
    const ready = async () => state === 'cancelled a moment ago' && (await cancel(made));
    return { ...made, memberId: await studio.readMemberId(member.client), classId, ready };
  }
  const whenReady = (call: (subject: Subject) => ReturnType<typeof cancel>) => async (subject: Subject) => {
    await subject.ready();
    return call(subject);
  };

  return {
    of: 'Bookings',
    cells,
    async prepare(states) {
      await studio.startDay();
      otherClass = await studio.schedule(studio.at(4, '10:00'), 20);
      const subjects: Subject[] = [];
      for (const state of states) subjects.push(await make(state));
      await clock.moveTo(studio.at(0, '14:30'));
      return subjects;
    },
    wants: {
      'member: cancel': whenReady(cancel),
      'member: move to another class': whenReady(move),
      'member: undo the cancellation': whenReady(({ member, bookingId }) =>
        member.client.call('POST', `/api/bookings/${bookingId}/undo-cancellation`),
      ),
      'member: book the class': whenReady(({ member, classId }) => member.tryToBook(classId)),
      'member: book another class': whenReady(async ({ member }) =>
        member.tryToBook(await studio.schedule(studio.at(5, '10:00'))),
      ),
      'staff: remove': whenReady(({ bookingId }) => remove(bookingId)),
      'staff: add the member': whenReady(({ memberId: userId, classId }) =>
        admin.call('POST', '/api/admin/add-member-to-class', { userId, classId }),
      ),
      'staff: mark as attended': whenReady(async ({ bookingId }) => {
        const markedAt = (await clock.now()).toISOString();
        return admin.call('PUT', `/api/instructor/attendance/${bookingId}`, { attended: true, markedAt });
      }),
    },
  };
}
