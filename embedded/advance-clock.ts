import type { MovableClock } from '#infra/clock/movable-clock.ts';

export interface ClockSteps {
  readonly clock: MovableClock;
  /** The earliest instant at which something falls due, or null; at or before now only while that is not done. */
  readonly nextDue: () => Promise<Date | null>;
  /** Does all that is due now, and resolves when it is done and projected. */
  readonly doDue: () => Promise<void>;
}

/** The earlier of two instants; null stands for never. */
export function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/**
 * Moves the studio clock to an instant in steps: it stops wherever something falls due, and goes on when that is done. One move at
 * a time.
 */
export function createClockMover({ clock, nextDue, doDue }: ClockSteps): (target: Date) => Promise<void> {
  let last: Promise<void> = Promise.resolve();

  async function move(target: Date): Promise<void> {
    // Reactions to what has just happened belong to the time at which it happened.
    await doDue();
    for (let due = await nextDue(); due !== null && due < target; due = await nextDue()) {
      // What stays due although it was just done must not hold the clock for ever.
      if (due <= clock.now()) break;
      await clock.moveTo(due);
      await doDue();
    }
    await clock.moveTo(target);
    await doDue();
  }

  return (target) => {
    const moved = last.then(() => move(target));
    last = moved.catch(() => {});
    return moved;
  };
}
