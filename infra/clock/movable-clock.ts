import type { Pool } from 'pg';
import type { StudioClock } from './studio-clock.ts';

/** A studio clock that runs ahead of the machine's by an offset that only grows; the sandbox's. */
export interface MovableClock extends StudioClock {
  /** Moves on to the instant; one that has passed changes nothing. Resolves when the move is kept. */
  moveTo(instant: Date): Promise<void>;
}

/**
 * The offset is kept in `studio_clock`, so that after a restart the studio is as far on as it was. `now` never goes back,
 * also when the machine's clock is set back.
 */
export async function createMovableClock(pool: Pool, machine: StudioClock): Promise<MovableClock> {
  const kept = await pool.query<{ offset_ms: number }>('SELECT offset_ms FROM studio_clock');
  let offsetMs = kept.rows[0]?.offset_ms ?? 0;
  let latestMs = 0;

  function now(): Date {
    latestMs = Math.max(latestMs, machine.now().getTime() + offsetMs);
    return new Date(latestMs);
  }

  return {
    now,
    async moveTo(instant) {
      const wanted = instant.getTime() - machine.now().getTime();
      if (Number.isNaN(wanted)) throw new RangeError('The studio clock needs an instant to move to');
      if (wanted <= offsetMs) return;
      const answer = await pool.query<{ offset_ms: number }>(
        `INSERT INTO studio_clock (offset_ms) VALUES ($1)
         ON CONFLICT (only_row) DO UPDATE
           SET offset_ms = greatest(studio_clock.offset_ms, excluded.offset_ms), updated_at = now()
         RETURNING offset_ms`,
        [Math.ceil(wanted)],
      );
      offsetMs = Math.max(offsetMs, answer.rows[0]?.offset_ms ?? 0);
    },
  };
}
