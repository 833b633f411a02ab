import { describe, expect, it } from 'vitest';
import { createClockMover } from './advance-clock.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 4, 4, hour));

/** A clock with a task due at each of these hours. `doDue` does those that are due, except the one that is stuck. */
function studioWithDue(hours: readonly number[], { stuck }: { stuck?: number } = {}) {
  let now = at(9);
  const open = new Set(hours.map((hour) => at(hour).getTime()));
  const done: [due: Date, doneAt: Date][] = [];
  const advanceTo = createClockMover({
    clock: {
      now: () => now,
      moveTo: async (instant) => {
        now = instant;
      },
    },
    nextDue: async () => (open.size === 0 ? null : new Date(Math.min(...open))),
    doDue: async () => {
      for (const due of open) {
        if (due > now.getTime() || due === (stuck === undefined ? null : at(stuck).getTime())) continue;
        open.delete(due);
        done.push([new Date(due), now]);
      }
    },
  });
  return { advanceTo, done, now: () => now };
}

describe('createClockMover', () => {
  it('does each task at the time it falls due', async () => {
    const { advanceTo, done, now } = studioWithDue([10, 12, 15, 20]);
    await advanceTo(at(18));
    expect(done).toEqual([10, 12, 15].map((hour) => [at(hour), at(hour)]));
    expect(now()).toEqual(at(18));
  });

  it('moves on to its target when a task stays due', async () => {
    const { advanceTo, done, now } = studioWithDue([10, 12], { stuck: 12 });
    await advanceTo(at(18));
    expect(done).toEqual([[at(10), at(10)]]);
    expect(now()).toEqual(at(18));
  });

  it('runs concurrent moves one after the other', async () => {
    const { advanceTo, done, now } = studioWithDue([10, 12]);
    await Promise.all([advanceTo(at(11)), advanceTo(at(13))]);
    expect(done).toEqual([10, 12].map((hour) => [at(hour), at(hour)]));
    expect(now()).toEqual(at(13));
  });
});
