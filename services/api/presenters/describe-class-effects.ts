import type { Pool } from 'pg';
import { levelName } from '#domain/class/level-name.ts';
import { formatDay, formatDayTime } from '#domain/london-time.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { Rules } from '#domain/rules/rules.ts';
import { formatDays } from '#domain/rules/wording.ts';
import { readMemberNames } from '#projections/read-models/members/queries.ts';
import { readShownRules } from '#projections/read-models/rules/queries.ts';
import type { ClassRow } from '#projections/read-models/schedule/queries.ts';
import { readLotsByIds } from '#projections/read-models/wallet/queries.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { instructorFallback } from './describe-class.ts';
import { formatFeeds, formatInstructors, readStakes } from './read-stakes.ts';
import { formatCount } from './wording.ts';

export const erasedMember = 'A member who has left';
export const noEffects = { counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 }, people: [] };

export const filterEvents = <Type extends StudioEvent['type']>(events: readonly StudioEvent[], type: Type) =>
  events.filter((event): event is Extract<StudioEvent, { type: Type }> => event.type === type);

export const formatClassTitle = ({ name, startsAt, instructorName }: ClassRow): string =>
  `${levelName(name)} on ${formatDayTime(startsAt.toISOString())} with ${instructorName || instructorFallback}`;

/** The bookings that end and what happens to their passes, from the events of a dry run. */
export async function describeReleases(pool: Pool, events: readonly StudioEvent[]) {
  const released = filterEvents(events, 'SeatReleased').map(({ data }) => data);
  const returned = new Set(filterEvents(events, 'PassReturned').map(({ data }) => data.bookingId));
  const extended = new Map(
    filterEvents(events, 'LotExtended').map(({ data }) => [data.lotId, data.expiresAt]),
  );
  const revoked = new Set(filterEvents(events, 'LotRevoked').map(({ data }) => data.lotId));
  const [names, lots] = await Promise.all([
    readMemberNames(
      pool,
      released.map(({ memberId }) => memberId),
    ),
    readLotsByIds(
      pool,
      released.map(({ lotId }) => lotId),
    ),
  ]);
  const isReturned = ({ bookingId, lotId }: { bookingId: number; lotId: string }) =>
    returned.has(bookingId) && !revoked.has(lotId);
  return {
    bookings: released.length,
    passesReturned: released.filter(isReturned).length,
    lotsExtended: extended.size,
    people: released.map(({ memberId, bookingId, lotId }) => {
      const lot = lots.get(lotId);
      const until = extended.get(lotId) ?? lot?.expiresAt.toISOString();
      const pass = lot?.passName ?? 'pass';
      const validity =
        until === undefined
          ? ''
          : `, ${extended.has(lotId) ? 'extended to' : 'valid until'} ${formatDay(until)}`;
      return {
        userId: memberId,
        name: names.get(memberId) ?? erasedMember,
        effect: isReturned({ bookingId, lotId })
          ? `${pass} back${validity}`
          : `No pass back: the ${pass} was refunded`,
      };
    }),
  };
}

export const formatEmails = (emails: number): string[] =>
  emails === 0 ? [] : [`${formatCount(emails, 'email is', 'emails are')} sent.`];

const formatReturnedPasses = (returned: number): string =>
  `${formatCount(returned, 'pass goes', 'passes go')} back.`;

/** 'would lapse within 7 days' */
const formatLapse = ({ returnedPassGraceDays: days }: Rules): string =>
  days === 0 ? 'has lapsed' : `would lapse within ${formatDays(days)}`;

const formatExtensions = (extended: number, rules: Rules): string[] =>
  extended === 0
    ? []
    : [
        `${extended === 1 ? 'One of them' : `${extended} of them`} ${formatLapse(rules)}, so its time is extended.`,
      ];

/** The effects of cancelling a class. */
export async function describeClassCancellation(
  pool: Pool,
  row: ClassRow,
  events: readonly StudioEvent[],
  now: Date,
): Promise<Effects> {
  const waiting = filterEvents(events, 'WaitlistLeft').map(({ data }) => data.memberId);
  const [releases, names, { stakes }, rules] = await Promise.all([
    describeReleases(pool, events),
    readMemberNames(pool, waiting),
    readStakes(pool, row.id, now),
    readShownRules(pool),
  ]);
  const { bookings, passesReturned, lotsExtended, people } = releases;
  const emails = bookings + waiting.length;
  return {
    summary: row.isCancelled
      ? [`${formatClassTitle(row)} has been taken off the timetable already.`]
      : [
          `${formatClassTitle(row)} is taken off the timetable.`,
          ...(bookings === 0
            ? ['Nobody is booked in it.']
            : [`${formatCount(bookings, 'booking ends', 'bookings end')}.`]),
          ...(bookings === 0 ? [] : [formatReturnedPasses(passesReturned)]),
          ...formatExtensions(lotsExtended, rules),
          ...(waiting.length === 0
            ? []
            : [
                `${formatCount(waiting.length, 'person waits', 'people wait')} for it, and hear that it does not take place.`,
              ]),
          ...(stakes.offered === 0
            ? []
            : [`${formatCount(stakes.offered, 'offer of a spot ends', 'offers of a spot end')}.`]),
          ...formatFeeds(stakes.feeds),
          ...formatInstructors([row.instructorName]),
          ...formatEmails(emails),
        ],
    counts: { bookings, passesReturned, passesLost: 0, emails },
    stakes,
    people: [
      ...people,
      ...waiting.map((userId) => ({
        userId,
        name: names.get(userId) ?? erasedMember,
        effect: 'On the waitlist: is told by email',
      })),
    ],
  };
}

/** The effects of removing one member from a class. */
export async function describeBookingRemoval(
  pool: Pool,
  row: ClassRow,
  events: readonly StudioEvent[],
): Promise<Effects> {
  const [{ bookings, passesReturned, lotsExtended, people }, rules] = await Promise.all([
    describeReleases(pool, events),
    readShownRules(pool),
  ]);
  const name = people[0]?.name ?? erasedMember;
  return {
    summary: [
      `${name} loses the place in ${formatClassTitle(row)}.`,
      passesReturned > 0
        ? 'The pass goes back, however late it is.'
        : 'The pass was refunded before, so it does not come back.',
      ...(lotsExtended > 0 ? [`It ${formatLapse(rules)}, so its time is extended.`] : []),
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

/** The effects of removing an instructor without classes to come. */
export const describeInstructorRemoval = (name: string): Effects => ({
  summary: [
    `${name} is removed from the team and can no longer be chosen for a class.`,
    'No class to come needs them. Classes they taught keep their name.',
  ],
  ...noEffects,
});
