import { classAnswer } from '#services/contract/schedule.ts';
import type { StudioMember, TimetableStudio } from '../timetable-studio.fixture.ts';
import { leads, refused, type WayOutTable } from './way-out-table.fixture.ts';

type State =
  | 'waiting'
  | 'offered'
  | 'offer claimed'
  | 'offer ran out'
  | 'withdrawn, marked full'
  | 'withdrawn, moved to another day'
  | 'offered, class cancelled'
  | 'left';
type Want =
  | 'member: claim'
  | 'member: leave the waiting list'
  | 'member: wait'
  | 'member: keep the place at the new time'
  | 'member: book another class';

interface Subject {
  readonly member: StudioMember;
  readonly classId: number;
}

const another = { 'member: book another class': leads('booked') };
const confirms = 'member: keep the place at the new time';
const notAsked = { [confirms]: leads('nothing changes: nobody asked') };
const notWaiting = {
  [confirms]: refused<Want>('409 NOT_ON_WAITLIST', 'they do not wait', 'member: book another class'),
};
const refusedAsCancelled = (instead: Want) =>
  refused<Want>('409 CLASS_CANCELLED', 'the class is off', instead);

const cells: WayOutTable<State, Want, Subject>['cells'] = {
  waiting: {
    'member: claim': refused('409 CLASS_FULL', 'no spot is free', 'member: wait'),
    'member: leave the waiting list': leads('left'),
    'member: wait': leads('nothing changes: waiting'),
    ...notAsked,
    ...another,
  },
  offered: {
    'member: claim': leads('booked'),
    'member: leave the waiting list': leads('left; the spot goes to the next'),
    'member: wait': leads('nothing changes: waiting, with the offer'),
    ...notAsked,
    ...another,
  },
  'offer claimed': {
    'member: claim': leads('nothing changes: booked'),
    'member: leave the waiting list': leads('nothing changes: not waiting'),
    'member: wait': refused('409 ALREADY_BOOKED', 'it is booked', 'member: claim'),
    ...notWaiting,
    ...another,
  },
  'offer ran out': {
    'member: claim': refused('409 SPOT_OFFERED', 'the spot went to the next', 'member: wait'),
    'member: leave the waiting list': leads('left'),
    'member: wait': leads('waiting'),
    ...notAsked,
    ...another,
  },
  'withdrawn, marked full': {
    'member: claim': refused('409 CLASS_FULL', 'the studio marked it full', 'member: wait'),
    'member: leave the waiting list': leads('left'),
    'member: wait': leads('nothing changes: waiting, and offered it again if it is reopened'),
    ...notAsked,
    ...another,
  },
  'withdrawn, moved to another day': {
    'member: claim': leads('booked at the new time'),
    'member: leave the waiting list': leads('left'),
    'member: wait': leads('nothing changes: waiting, and asked'),
    [confirms]: leads('waiting for the new time'),
    ...another,
  },
  'offered, class cancelled': {
    'member: claim': refusedAsCancelled('member: book another class'),
    'member: leave the waiting list': leads('nothing changes: not waiting'),
    'member: wait': refusedAsCancelled('member: book another class'),
    [confirms]: refusedAsCancelled('member: book another class'),
    ...another,
  },
  left: {
    'member: claim': refused('409 CLASS_FULL', 'no spot is free', 'member: wait'),
    'member: leave the waiting list': leads('nothing changes: not waiting'),
    'member: wait': leads('waiting, at the end'),
    ...notWaiting,
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
    const path = `/api/admin/classes/${subject.classId}`;
    if (state === 'withdrawn, marked full')
      await admin.call('PATCH', `${path}/mark-full`, { isMarkedFull: true });
    if (state === 'withdrawn, moved to another day')
      await admin.call('PUT', path, studio.plan(studio.at(3, '20:00')));
    if (state === 'offered, class cancelled') await admin.call('DELETE', path);
    await studio.settle();
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
      [confirms]: async ({ member, classId }) => {
        const { class: shown } = await member.client.expect(classAnswer, 'GET', `/api/classes/${classId}`);
        return member.client.call('POST', '/api/waitlist/confirm', { classId, startsAt: shown.startsAt });
      },
      'member: book another class': async ({ member }) =>
        member.tryToBook(await studio.schedule(studio.at(5, '10:00'))),
    },
  };
}
