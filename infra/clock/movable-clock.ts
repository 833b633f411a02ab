import type { Pool } from 'pg';
import type { StudioClock } from './studio-clock.ts';

/** The sandbox's studio clock, which is ahead of the system clock by an offset that only grows. */
export interface MovableClock extends StudioClock {
  /** Moves forward to the instant; a past one changes nothing. Resolves when the offset is stored. */
  moveTo(instant: Date): Promise<void>;
}

/**
 * The offset is stored in `studio_clock`, so that it survives a restart. `now` never goes back, even when the system clock is
 * set back.
 */
export async function createMovableClock(pool: Pool, systemClock: StudioClock): Promise<MovableClock> {
  const stored = await pool.query<{ offset_ms: number }>('SELECT offset_ms FROM studio_clock');
  let offsetMs = stored.rows[0]?.offset_ms ?? 0;
  let latestMs = 0;

  function now(): Date {
    latestMs = Math.max(latestMs, systemClock.now().getTime() + offsetMs);
    return new Date(latestMs);
  }

  return {
    now,
    async moveTo(instant) {
      const wantedMs = instant.getTime() - systemClock.now().getTime();
      if (Number.isNaN(wantedMs)) throw new RangeError('The studio clock cannot move to an invalid date');
      if (wantedMs <= offsetMs) return;
      const answer = await pool.query<{ offset_ms: number }>(
        `INSERT INTO studio_clock (offset_ms) VALUES ($1)
         ON CONFLICT (only_row) DO UPDATE
           SET offset_ms = greatest(studio_clock.offset_ms, excluded.offset_ms), updated_at = now()
         RETURNING offset_ms`,
        [Math.ceil(wantedMs)],
      );
      offsetMs = Math.max(offsetMs, answer.rows[0]?.offset_ms ?? 0);
    },
  };
}
