import type { MovableClock } from '#infra/clock/movable-clock.ts';

export interface ClockSteps {
  readonly clock: MovableClock;
  /** The earliest instant at which something falls due, or null. It is in the past while something due is not done. */
  readonly nextDue: () => Promise<Date | null>;
  /** Does everything that is due now, and resolves when it is done and projected. */
  readonly doDue: () => Promise<void>;
}

/** Returns a function that moves the studio clock in steps, with a stop wherever something falls due. Moves run one after the other. */
export function createClockMover({ clock, nextDue, doDue }: ClockSteps): (target: Date) => Promise<void> {
  let last: Promise<void> = Promise.resolve();

  async function move(target: Date): Promise<void> {
    // Consequences of past events must happen before the clock moves.
    await doDue();
    for (let due = await nextDue(); due !== null && due < target; due = await nextDue()) {
      // `doDue` left this undone, so another step would loop for ever: jump to the target, where the last `doDue` does the rest.
      if (due <= clock.now()) break;
      await clock.moveTo(due);
      await doDue();
    }
    await clock.moveTo(target);
    await doDue();
  }

  return (target) => {
    const result = last.then(() => move(target));
    last = result.catch(() => {});
    return result;
  };
}
