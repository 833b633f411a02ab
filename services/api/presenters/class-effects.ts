import type { Pool } from 'pg';
import { formatDay, formatDayTime } from '#domain/london-time.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { classBookings } from '#projections/read-models/bookings/queries.ts';
import { instructorById } from '#projections/read-models/instructors/queries.ts';
import { namesOf } from '#projections/read-models/members/queries.ts';
import type { ClassRow } from '#projections/read-models/schedule/queries.ts';
import { lotsByIds } from '#projections/read-models/wallet/queries.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { instructorFallback } from './describe-class.ts';
import { formatCount, toTitleCase } from './effects-wording.ts';

const forgotten = 'A member who has left';

const eventsOf = <Type extends StudioEvent['type']>(events: readonly StudioEvent[], type: Type) =>
  events.filter((event): event is Extract<StudioEvent, { type: Type }> => event.type === type);

const titleOf = ({ name, startsAt, instructorName }: ClassRow): string =>
  `${toTitleCase(name)} on ${formatDayTime(startsAt.toISOString())} with ${instructorName || instructorFallback}`;

/** Whose seats go, and what becomes of their passes, by the events that would be written. */
async function describeReleases(pool: Pool, events: readonly StudioEvent[]) {
  const released = eventsOf(events, 'SeatReleased').map(({ data }) => data);
  const returned = new Set(eventsOf(events, 'PassReturned').map(({ data }) => data.bookingId));
  const extended = new Map(eventsOf(events, 'LotExtended').map(({ data }) => [data.lotId, data.expiresAt]));
  const owed = new Set(eventsOf(events, 'LotRevoked').map(({ data }) => data.lotId));
  const [names, lots] = await Promise.all([
    namesOf(
      pool,
      released.map(({ memberId }) => memberId),
    ),
    lotsByIds(
      pool,
      released.map(({ lotId }) => lotId),
    ),
  ]);
  const comesBack = released.filter(({ bookingId, lotId }) => returned.has(bookingId) && !owed.has(lotId));
  return {
    bookings: released.length,
    passesReturned: comesBack.length,
    lotsExtended: extended.size,
    people: released.map(({ memberId, bookingId, lotId }) => {
      const lot = lots.get(lotId);
      const until = extended.get(lotId) ?? lot?.expiresAt.toISOString();
      const pass = lot?.passName ?? 'pass';
      const isBack = returned.has(bookingId) && !owed.has(lotId);
      const validity =
        until === undefined
          ? ''
          : `, ${extended.has(lotId) ? 'extended to' : 'valid until'} ${formatDay(until)}`;
      return {
        userId: memberId,
        name: names.get(memberId) ?? forgotten,
        effect: isBack ? `${pass} back${validity}` : `No pass back: the ${pass} was refunded`,
      };
    }),
  };
}

const emailsSentence = (emails: number): string[] =>
  emails === 0 ? [] : [`${formatCount(emails, 'email is', 'emails are')} sent.`];

const passesSentence = (returned: number): string =>
  `${formatCount(returned, 'pass goes', 'passes go')} back.`;

const extensionSentence = (extended: number): string[] =>
  extended === 0
    ? []
    : [
        `${extended === 1 ? 'One of them' : `${extended} of them`} would lapse within 7 days, so its time is extended.`,
      ];

/** What taking a class off the timetable does. */
export async function cancellationEffects(
  pool: Pool,
  row: ClassRow,
  events: readonly StudioEvent[],
): Promise<Effects> {
  const waiting = eventsOf(events, 'WaitlistLeft').map(({ data }) => data.memberId);
  const [releases, names] = await Promise.all([describeReleases(pool, events), namesOf(pool, waiting)]);
  const { bookings, passesReturned, lotsExtended, people } = releases;
  const emails = bookings + waiting.length;
  return {
    summary: row.isCancelled
      ? [`${titleOf(row)} has been taken off the timetable already.`]
      : [
          `${titleOf(row)} is taken off the timetable.`,
          ...(bookings === 0
            ? ['Nobody is booked in it.']
            : [`${formatCount(bookings, 'booking ends', 'bookings end')}.`]),
          ...(bookings === 0 ? [] : [passesSentence(passesReturned)]),
          ...extensionSentence(lotsExtended),
          ...(waiting.length === 0
            ? []
            : [
                `${formatCount(waiting.length, 'person waits', 'people wait')} for it, and hear that it does not take place.`,
              ]),
          ...emailsSentence(emails),
        ],
    counts: { bookings, passesReturned, passesLost: 0, emails },
    people: [
      ...people,
      ...waiting.map((userId) => ({
        userId,
        name: names.get(userId) ?? forgotten,
        effect: 'On the waitlist: is told by email',
      })),
    ],
  };
}

/** What taking one member out of a class does. */
export async function removalEffects(
  pool: Pool,
  row: ClassRow,
  events: readonly StudioEvent[],
): Promise<Effects> {
  const { bookings, passesReturned, lotsExtended, people } = await describeReleases(pool, events);
  const name = people[0]?.name ?? forgotten;
  return {
    summary: [
      `${name} loses the place in ${titleOf(row)}.`,
      passesReturned > 0
        ? 'The pass goes back, however late it is.'
        : 'The pass was refunded before, so it does not come back.',
      ...(lotsExtended > 0 ? ['It would lapse within 7 days, so its time is extended.'] : []),
      ...(row.waitlistCount > 0
        ? [
            `The spot goes to the waitlist (${formatCount(row.waitlistCount, 'person waits', 'people wait')}).`,
          ]
        : []),
      `${name} is told by email.`,
    ],
    counts: { bookings, passesReturned, passesLost: 0, emails: bookings },
    people,
  };
}

/** What changing a class does to those who are booked in it. */
export async function changeEffects(
  pool: Pool,
  row: ClassRow,
  events: readonly StudioEvent[],
): Promise<Effects> {
  const change = eventsOf(events, 'ClassChanged')[0]?.data;
  const nobody = { counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 }, people: [] };
  if (change === undefined) return { summary: ['Nothing changes.'], ...nobody };
  const [bookings, instructor] = await Promise.all([
    classBookings(pool, row.id),
    instructorById(pool, change.instructorId),
  ]);
  const newName = instructor?.name ?? instructorFallback;
  const isMoved = change.freesCancellation;
  const isNoticed = isMoved || change.level !== row.name || change.instructorId !== row.instructorId;
  // Nobody is written to about a class that has begun.
  const isAhead = Date.parse(change.startsAt) > Date.parse(change.at);
  const emails = isNoticed && isAhead ? bookings.length : 0;
  const booked = formatCount(bookings.length, 'member is', 'members are');
  const stays = `${booked} booked: the ${bookings.length === 1 ? 'booking stands' : 'bookings stand'}`;
  const summary = [
    ...(isMoved
      ? [`${titleOf(row)} moves to ${formatDayTime(change.startsAt)}.`]
      : [`${titleOf(row)} changes.`]),
    ...(change.level === row.name ? [] : [`It becomes ${toTitleCase(change.level)}.`]),
    ...(change.instructorId === row.instructorId ? [] : [`${newName} teaches it.`]),
    ...(change.capacity === row.maxCapacity
      ? []
      : [`It has ${formatCount(change.capacity, 'place', 'places')} instead of ${row.maxCapacity}.`]),
    ...(change.capacity < bookings.length
      ? [`More are booked than there are places from now on: nobody is removed.`]
      : []),
    ...(change.capacity > row.maxCapacity && row.waitlistCount > 0
      ? [`The waitlist moves up (${formatCount(row.waitlistCount, 'person waits', 'people wait')}).`]
      : []),
    ...(bookings.length === 0
      ? ['Nobody is booked in it.']
      : [isMoved ? `${stays}, and can be cancelled freely until the class begins.` : `${stays}.`]),
    ...emailsSentence(emails),
  ];
  const told = isAhead ? 'is told by email' : 'is not told: the class has begun';
  const effect =
    isMoved && isAhead ? `May cancel freely; ${told}` : toTitleCase(told.slice(0, 1)) + told.slice(1);
  return {
    summary,
    counts: { ...nobody.counts, emails },
    people: isNoticed
      ? bookings.map(({ userId, userName }) => ({ userId, name: userName ?? forgotten, effect }))
      : [],
  };
}

/** What removing an instructor whom no class needs does. */
export const describeInstructorRemoval = (name: string): Effects => ({
  summary: [
    `${name} is removed from the team and can no longer be chosen for a class.`,
    'No class to come needs them. Classes they taught keep their name.',
  ],
  counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 },
  people: [],
});
