import type { MovableClock } from '#infra/clock/movable-clock.ts';

export interface ClockSteps {
  readonly clock: MovableClock;
  /** The earliest instant after `now` at which something falls due, or null. */
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
 * Moves the studio clock to an instant in steps: it stops wherever something falls due and has it done at that time. One
 * move at a time.
 */
export function createClockMover({ clock, nextDue, doDue }: ClockSteps): (target: Date) => Promise<void> {
  let last: Promise<void> = Promise.resolve();

  async function move(target: Date): Promise<void> {
    // What has just happened is reacted to at the time it happened.
    await doDue();
    for (let due = await nextDue(); due !== null && due < target; due = await nextDue()) {
      const before = clock.now();
      if (due > before) await clock.moveTo(due);
      await doDue();
      const after = await nextDue();
      // What is due again at once, though it was just done, must not hold the clock for ever.
      if (after !== null && after <= due) break;
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
