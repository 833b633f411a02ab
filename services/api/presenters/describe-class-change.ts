import type { Pool } from 'pg';
import { levelName } from '#domain/class/level-name.ts';
import { formatDayTime } from '#domain/london-time.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { readInstructorById } from '#projections/read-models/instructors/queries.ts';
import type { ClassRow } from '#projections/read-models/schedule/queries.ts';
import type { WaitlistMemberRow } from '#projections/read-models/waitlist/queries.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { instructorFallback } from './describe-class.ts';
import {
  erasedMember,
  filterEvents,
  formatClassTitle,
  formatEmails,
  noEffects,
} from './describe-class-effects.ts';
import { formatFeeds, formatInstructors, readStakes } from './read-stakes.ts';
import { formatCount } from './wording.ts';

type ClassChange = Extract<StudioEvent, { type: 'ClassChanged' }>['data'];

/** The members who are asked, and those whose offer is withdrawn, according to the events of a dry run. */
function findWaitlistEffects(events: readonly StudioEvent[]) {
  return {
    asked: new Set(filterEvents(events, 'WaitlistAsked').map(({ data }) => data.memberId)),
    withdrawn: new Map(
      filterEvents(events, 'OfferWithdrawn').map(({ data }) => [data.memberId, data.because]),
    ),
  };
}

interface WaiterEffect {
  readonly emails: number;
  readonly effect: string | null;
}

/** What a change means for one waiting member. `isNotified`: the change shows to those who are booked as well. */
function describeWaiter(
  { userId, offeredUntil }: WaitlistMemberRow,
  { asked, withdrawn }: ReturnType<typeof findWaitlistEffects>,
  isNotified: boolean,
): WaiterEffect {
  const because = withdrawn.get(userId);
  if (asked.has(userId)) {
    const lost = because === undefined ? '' : 'Loses the spot kept for them; ';
    return {
      emails: 1,
      effect: `${lost}${lost === '' ? 'Is' : 'is'} asked by email whether they still want it`,
    };
  }
  if (because !== undefined) {
    const alsoChanged = isNotified && because !== 'moved';
    return {
      emails: alsoChanged ? 2 : 1,
      effect: 'Loses the spot kept for them, keeps the place on the waitlist; is told by email',
    };
  }
  if (!isNotified) return { emails: 0, effect: null };
  const place = offeredUntil === null ? 'On the waitlist' : 'Keeps the spot kept for them';
  return { emails: 1, effect: `${place}: is told by email` };
}

function describeWaitlist(
  onWaitlist: readonly WaitlistMemberRow[],
  events: readonly StudioEvent[],
  { isNotified, isAhead }: { isNotified: boolean; isAhead: boolean },
) {
  const effects = findWaitlistEffects(events);
  const described = onWaitlist.map((waiter) => ({ waiter, ...describeWaiter(waiter, effects, isNotified) }));
  const { asked, withdrawn } = effects;
  return {
    emails: isAhead ? described.reduce((sum, { emails }) => sum + emails, 0) : 0,
    sentences: [
      ...(asked.size === 0
        ? []
        : [
            `${formatCount(asked.size, 'person who waits is', 'people who wait are')} asked whether they still want it, and get no spot before they say so.`,
          ]),
      ...(withdrawn.size === 0
        ? []
        : [`${formatCount(withdrawn.size, 'offer of a spot is', 'offers of a spot are')} withdrawn.`]),
    ],
    people: described.flatMap(({ waiter: { userId, userName }, effect }) =>
      effect === null || !isAhead ? [] : [{ userId, name: userName ?? erasedMember, effect }],
    ),
  };
}

function describeNewDetails(row: ClassRow, change: ClassChange, newName: string, booked: number): string[] {
  const waiting = formatCount(row.waitlistCount, 'person waits', 'people wait');
  return [
    change.freesCancellation
      ? `${formatClassTitle(row)} moves to ${formatDayTime(change.startsAt)}.`
      : `${formatClassTitle(row)} changes.`,
    ...(change.level === row.name ? [] : [`It becomes ${levelName(change.level)}.`]),
    ...(change.instructorId === row.instructorId ? [] : [`${newName} teaches it.`]),
    ...(change.durationMinutes === row.duration
      ? []
      : [`It takes ${change.durationMinutes} minutes instead of ${row.duration}.`]),
    ...(change.capacity === row.maxCapacity
      ? []
      : [`It has ${formatCount(change.capacity, 'place', 'places')} instead of ${row.maxCapacity}.`]),
    ...(change.capacity < booked
      ? [`More are booked than there are places from now on: nobody is removed.`]
      : []),
    ...(change.capacity > row.maxCapacity && row.waitlistCount > 0
      ? [`The waitlist moves up (${waiting}).`]
      : []),
  ];
}

/** The effects of changing a class on everyone who is booked in it or waits for it. */
export async function describeClassChange(
  pool: Pool,
  row: ClassRow,
  events: readonly StudioEvent[],
  now: Date,
): Promise<Effects> {
  const change = filterEvents(events, 'ClassChanged')[0]?.data;
  if (change === undefined) return { summary: ['Nothing changes.'], ...noEffects };
  const [{ booked, onWaitlist, stakes }, instructor] = await Promise.all([
    readStakes(pool, row.id, now),
    readInstructorById(pool, change.instructorId),
  ]);
  const newName = instructor?.name ?? instructorFallback;
  const isMoved = change.freesCancellation;
  const isNotified =
    isMoved ||
    change.level !== row.name ||
    change.instructorId !== row.instructorId ||
    change.durationMinutes !== row.duration;
  // No email is sent about a class that has begun.
  const isAhead = Date.parse(change.startsAt) > Date.parse(change.at);
  const waitlist = describeWaitlist(onWaitlist, events, { isNotified, isAhead });
  const emails = (isNotified && isAhead ? booked.length : 0) + waitlist.emails;
  const stays = `${formatCount(booked.length, 'member is', 'members are')} booked: the ${booked.length === 1 ? 'booking stands' : 'bookings stand'}`;
  const feeds = isNotified ? stakes.feeds : 0;
  const notice = isAhead ? 'is told by email' : 'is not told: the class has begun';
  const effect =
    isMoved && isAhead ? `May cancel freely; ${notice}` : notice.charAt(0).toUpperCase() + notice.slice(1);
  return {
    summary: [
      ...describeNewDetails(row, change, newName, booked.length),
      ...(booked.length === 0
        ? ['Nobody is booked in it.']
        : [isMoved ? `${stays}, and can be cancelled freely until the class begins.` : `${stays}.`]),
      ...waitlist.sentences,
      ...formatFeeds(feeds),
      ...(isNotified ? formatInstructors([row.instructorName, newName]) : []),
      ...formatEmails(emails),
    ],
    counts: { ...noEffects.counts, emails },
    stakes: { ...stakes, feeds },
    people: [
      ...(isNotified
        ? booked.map(({ userId, userName }) => ({ userId, name: userName ?? erasedMember, effect }))
        : []),
      ...waitlist.people,
    ],
  };
}

/** The effects of marking a class full, or of reopening it. */
export async function describeMarking(
  pool: Pool,
  row: ClassRow,
  events: readonly StudioEvent[],
  now: Date,
): Promise<Effects> {
  const isMarked = filterEvents(events, 'ClassMarkedFull').length > 0;
  if (!isMarked && filterEvents(events, 'ClassReopened').length === 0)
    return { summary: ['Nothing changes.'], ...noEffects };
  const { onWaitlist, stakes } = await readStakes(pool, row.id, now);
  const waitlist = describeWaitlist(onWaitlist, events, { isNotified: false, isAhead: row.startsAt > now });
  return {
    summary: [
      `${formatClassTitle(row)} ${isMarked ? 'takes no more bookings' : 'takes bookings again'}.`,
      ...waitlist.sentences,
      ...(onWaitlist.length === 0
        ? []
        : [
            isMarked
              ? `${formatCount(onWaitlist.length, 'person waits and keeps the place', 'people wait and keep their places')}.`
              : `Free spots go to the waitlist (${formatCount(onWaitlist.length, 'person waits', 'people wait')}).`,
          ]),
      ...formatEmails(waitlist.emails),
    ],
    counts: { ...noEffects.counts, emails: waitlist.emails },
    stakes: { ...stakes, feeds: 0 },
    people: waitlist.people,
  };
}
