import type { StudioMember, TimetableStudio } from '../timetable-studio.fixture.ts';
import { leads, refused, type WayOutTable } from './way-out-table.fixture.ts';

type State = 'waiting' | 'offered' | 'offer claimed' | 'offer ran out' | 'offered, class cancelled' | 'left';
type Want =
  | 'member: claim'
  | 'member: leave the waiting list'
  | 'member: wait'
  | 'member: book another class';

interface Subject {
  readonly member: StudioMember;
  readonly classId: number;
}

const another = { 'member: book another class': leads('booked') };
const off = (instead: Want) => refused<Want>('409 CLASS_CANCELLED', 'the class is off', instead);

const cells: WayOutTable<State, Want, Subject>['cells'] = {
  waiting: {
    'member: claim': refused('409 CLASS_FULL', 'no spot is free', 'member: wait'),
    'member: leave the waiting list': leads('left'),
    'member: wait': leads('nothing changes: waiting'),
    ...another,
  },
  offered: {
    'member: claim': leads('booked'),
    'member: leave the waiting list': leads('left; the spot goes to the next'),
    'member: wait': leads('nothing changes: waiting, with the offer'),
    ...another,
  },
  'offer claimed': {
    'member: claim': leads('nothing changes: booked'),
    'member: leave the waiting list': leads('nothing changes: not waiting'),
    'member: wait': refused('409 ALREADY_BOOKED', 'it is booked', 'member: claim'),
    ...another,
  },
  'offer ran out': {
    'member: claim': refused('409 SPOT_OFFERED', 'the spot went to the next', 'member: wait'),
    'member: leave the waiting list': leads('left'),
    'member: wait': leads('waiting'),
    ...another,
  },
  'offered, class cancelled': {
    'member: claim': off('member: book another class'),
    'member: leave the waiting list': leads('nothing changes: not waiting'),
    'member: wait': off('member: book another class'),
    ...another,
  },
  left: {
    'member: claim': refused('409 CLASS_FULL', 'no spot is free', 'member: wait'),
    'member: leave the waiting list': leads('nothing changes: not waiting'),
    'member: wait': leads('waiting, at the end'),
    ...another,
  },
};

/** Places on a waiting list and offers in every state, by what their members may want. */
export function createOfferTable(studio: TimetableStudio): WayOutTable<State, Want, Subject> {
  const { admin, clock } = studio;
  const leave = ({ member, classId }: Subject) => member.client.call('DELETE', '/api/waitlist', { classId });

  /** A full class, later on the same day, whose first waiter is the subject; the second has a pass, too. */
  async function make(): Promise<Subject & { release: () => Promise<unknown> }> {
    const full = await studio.fillClass(studio.at(0, '20:00'));
    await full.nil.client.call('DELETE', '/api/waitlist', { classId: full.classId });
    await full.bea.client.buy(3);
    return { member: full.bea, classId: full.classId, release: () => full.ann.cancel(full.bookingId) };
  }

  async function moveOn(subject: Awaited<ReturnType<typeof make>>, state: State): Promise<void> {
    if (state === 'left') await leave(subject);
    if (state === 'waiting' || state === 'left' || state === 'offer ran out') return;
    await subject.release();
    await studio.settle();
    if (state === 'offer claimed') await subject.member.book(subject.classId);
    if (state === 'offered, class cancelled') {
      await admin.call('DELETE', `/api/admin/classes/${subject.classId}`);
      await studio.settle();
    }
  }

  return {
    of: 'Waiting lists and offers',
    cells,
    async prepare(states) {
      await studio.startDay('10:00');
      const subjects: Awaited<ReturnType<typeof make>>[] = [];
      for (const _ of states) subjects.push(await make());
      for (const [index, subject] of subjects.entries())
        if (states[index] === 'offer ran out') await subject.release();
      await studio.settle();
      // An offer runs for half an hour.
      await clock.moveTo(studio.at(0, '10:40'));
      for (const [index, subject] of subjects.entries()) {
        const state = states[index];
        if (state !== undefined) await moveOn(subject, state);
      }
      return subjects;
    },
    wants: {
      'member: claim': ({ member, classId }) => member.tryToBook(classId),
      'member: leave the waiting list': leave,
      'member: wait': ({ member, classId }) => member.client.call('POST', '/api/waitlist', { classId }),
      'member: book another class': async ({ member }) =>
        member.tryToBook(await studio.schedule(studio.at(5, '10:00'))),
    },
  };
}
