import type pg from 'pg';
import { EARLIEST_REMINDER_MS } from '#domain/class/reminder.ts';
import { FREE_UNTIL } from './queries.ts';

/** A confirmed booking of a class to come, with what its reminder goes by. */
export interface BookingToRemind {
  bookingId: number;
  bookedAt: Date;
  freeUntil: Date;
  startsAt: Date;
}

/**
 * The key of a booking's reminder in the ledger of performed effects, once for each start of the class. `/mail` and `/push` after it say
 * that the channel is done.
 */
export const formatClassReminderKey = ({
  bookingId,
  startsAt,
}: {
  bookingId: number;
  startsAt: Date;
}): string => `class-reminder/${bookingId}/${startsAt.getTime() / 1_000}`;

const KEY = `'class-reminder/' || b.id || '/' || extract(epoch FROM c.starts_at)::bigint`;

async function readOpenReminders(
  pool: pg.Pool,
  { from, until }: { from: Date; until: Date | null },
): Promise<BookingToRemind[]> {
  const { rows } = await pool.query<BookingToRemind>({
    name: 'open-class-reminders',
    text: `SELECT b.id AS "bookingId", b.created_at AS "bookedAt", ${FREE_UNTIL} AS "freeUntil",
        c.starts_at AS "startsAt"
      FROM bookings b JOIN schedule_classes c ON c.id = b.class_id
      WHERE b.status = 'confirmed' AND NOT c.is_cancelled AND c.starts_at > $1
        AND ($2::timestamptz IS NULL OR c.starts_at <= $2)
        AND (SELECT count(*) FROM performed_effects e
          WHERE e.key IN (${KEY} || '/mail', ${KEY} || '/push')) < 2`,
    values: [from, until],
  });
  return rows;
}

/** The bookings whose reminder may be due at `now` and is not done by every channel. */
export const readPossibleReminders = (pool: pg.Pool, now: Date): Promise<BookingToRemind[]> =>
  readOpenReminders(pool, { from: now, until: new Date(now.getTime() + EARLIEST_REMINDER_MS) });

/** The bookings whose reminder is still to come, however far ahead. */
export const readReminders = (pool: pg.Pool, now: Date): Promise<BookingToRemind[]> =>
  readOpenReminders(pool, { from: now, until: null });
