import type { Pool } from 'pg';
import { countCalendarFeeds } from '#infra/postgres/tables/calendar-feeds.ts';
import { readClassBookings } from '#projections/read-models/bookings/queries.ts';
import { readWaitlistOfClass } from '#projections/read-models/waitlist/queries.ts';
import type { Stakes } from '#services/contract/dry-run.ts';
import { formatCount } from './wording.ts';

/** Reads everyone with a stake in a class: members booked, waiting or with an offer, and their calendar feeds. */
export async function readStakes(pool: Pool, classId: number, now: Date) {
  const [booked, onWaitlist] = await Promise.all([
    readClassBookings(pool, classId),
    readWaitlistOfClass(pool, classId),
  ]);
  const feeds = await countCalendarFeeds(
    pool,
    booked.map(({ userId }) => userId),
  );
  const offered = onWaitlist.filter(
    ({ offeredUntil }) => offeredUntil !== null && offeredUntil >= now,
  ).length;
  const stakes: Stakes = { seats: booked.length, waiting: onWaitlist.length - offered, offered, feeds };
  return { booked, onWaitlist, stakes };
}

export const formatFeeds = (feeds: number): string[] =>
  feeds === 0
    ? []
    : [`${formatCount(feeds, 'calendar that follows it shows', 'calendars that follow it show')} this.`];

/** The studio has no email address of an instructor. */
export function formatInstructors(names: readonly string[]): string[] {
  const known = [...new Set(names)].filter((name) => name !== '');
  if (known.length === 0) return [];
  return [
    `${known.join(' and ')} ${known.length === 1 ? 'sees' : 'see'} this on the instructor’s page; no email is sent.`,
  ];
}
