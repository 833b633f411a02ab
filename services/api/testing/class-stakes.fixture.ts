import { z } from 'zod';
import { myBookingsAnswer } from '#services/contract/bookings.ts';
import { taughtClassesAnswer } from '#services/contract/instructor.ts';
import { classAnswer } from '#services/contract/schedule.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import type { StudioMember, TimetableStudio } from './timetable-studio.fixture.ts';

const feedMade = z.object({ url: z.string() });
const shownProperties = ['DTSTART', 'DTEND', 'SUMMARY', 'DESCRIPTION', 'STATUS'];

/** A class with everyone who can have a stake in it. */
export interface StakedClass {
  readonly classId: number;
  /** Booked, with a calendar that follows; null in a class without bookings. */
  readonly seat: StudioMember | null;
  readonly feedUrl: string | null;
  readonly offered: StudioMember;
  readonly waiting: StudioMember;
}

/** What each stakeholder is shown and was sent, as plain fields. */
export type Shown = Record<'seat' | 'waiting' | 'offered' | 'instructor' | 'feed', Record<string, string>>;

/** Sets up a class tomorrow at 10:00: one member is booked, one is offered the second spot, one waits behind. */
export async function openStakedClass(
  studio: TimetableStudio,
  { isBooked = true } = {},
): Promise<StakedClass> {
  const startsAt = studio.at(1, '10:00');
  const [seat, offered, waiting] = await Promise.all([
    studio.addMember('ann'),
    studio.addMember('bea'),
    studio.addMember('cat'),
  ]);
  const classId = await studio.schedule(startsAt);
  const path = `/api/admin/classes/${classId}`;
  const mark = async (isMarkedFull: boolean) =>
    studio.admin.expect(z.object({}), 'PATCH', `${path}/mark-full`, { isMarkedFull });
  if (isBooked) await seat.book(classId);
  else await mark(true);
  for (const each of [offered, waiting]) await each.joinWaitlist(classId);
  if (isBooked) await studio.admin.expect(z.object({}), 'PUT', path, studio.plan(startsAt, 2));
  else await mark(false);
  if (!isBooked) return { classId, seat: null, feedUrl: null, offered, waiting };
  const { url } = await seat.client.expect(feedMade, 'POST', '/api/user/calendar-feed');
  return { classId, seat, feedUrl: url, offered, waiting };
}

async function readSeat({ seat, classId }: StakedClass): Promise<Record<string, string>> {
  if (seat === null) return {};
  const { bookings } = await seat.client.expect(myBookingsAnswer, 'GET', '/api/my-bookings');
  const booking = bookings.find((each) => each.classId === classId);
  if (booking === undefined) return {};
  const { startsAt, name, duration, instructorName } = booking.class;
  return {
    status: booking.status,
    start: startsAt,
    level: name,
    length: String(duration),
    instructor: instructorName,
    'free cancellation': booking.freeCancellationUntil === startsAt ? 'until the start' : '24 hours before',
  };
}

async function readWaiter(member: StudioMember, classId: number): Promise<Record<string, string>> {
  const { isOnWaitlist, position, offer, question, happenings } = await member.readWaitlist(classId);
  const last = happenings.find(({ mine, what }) => mine && what === 'withdrawn');
  const shown = await member.client.expect(classAnswer, 'GET', `/api/classes/${classId}`);
  const { startsAt, name, duration, instructorName } = shown.class;
  return {
    ...{ start: startsAt, level: name, length: String(duration), instructor: instructorName },
    class: shown.isCancelled ? 'cancelled' : 'on',
    place: isOnWaitlist ? String(position) : 'none',
    offer: offer === null ? 'none' : 'open',
    question: question === null ? 'none' : 'open',
    'taken back': last === undefined ? 'never' : `${last.reason}`,
  };
}

async function readTaught(instructor: StudioClient, classId: number): Promise<Record<string, string>> {
  const { classes } = await instructor.expect(taughtClassesAnswer, 'GET', '/api/instructor/classes');
  const taught = classes.find(({ id }) => id === classId);
  if (taught === undefined) return { listed: 'no' };
  const { startsAt, name, duration, instructorName, maxCapacity, isMarkedFull } = taught;
  return {
    ...{ listed: 'yes', start: startsAt, level: name, length: String(duration), instructor: instructorName },
    ...{ places: String(maxCapacity), 'marked full': String(isMarkedFull) },
  };
}

/** The one event of a calendar feed. */
async function readFeed(url: string | null): Promise<Record<string, string>> {
  if (url === null) return {};
  const text = (await (await fetch(url)).text()).replaceAll(/\r?\n[ \t]/g, '');
  const lines = text.split(/\r?\n/).map((line) => line.split(/[:;]/)[0] ?? '');
  const values = text.split(/\r?\n/);
  return Object.fromEntries(
    shownProperties.map((name) => [
      name.toLowerCase(),
      values[lines.lastIndexOf(name)]?.slice(name.length + 1) ?? '',
    ]),
  );
}

export async function readShown(staked: StakedClass, instructor: StudioClient): Promise<Shown> {
  const { classId, offered, waiting, feedUrl } = staked;
  return {
    seat: await readSeat(staked),
    waiting: await readWaiter(waiting, classId),
    offered: await readWaiter(offered, classId),
    instructor: await readTaught(instructor, classId),
    feed: await readFeed(feedUrl),
  };
}

/** The names of fields with other values, in the order of `before`. */
export function listDifferences(before: Record<string, string>, after: Record<string, string>): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if ('listed' in before && after.listed === 'no') return 'no longer listed';
  const different = names.filter((name) => before[name] !== after[name]);
  const described = different.map((name) => {
    const isState = [
      'class',
      'place',
      'offer',
      'question',
      'taken back',
      'status',
      'free cancellation',
    ].includes(name);
    return isState ? `${name} ${after[name]}` : name;
  });
  return described.join(', ') || '–';
}
