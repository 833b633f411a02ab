import { describe, expect, it } from 'vitest';
import { CheckpointCounter } from './checkpoints.ts';

/** Positions 1 to `count`, none of which match unless said so; answers what is told where. */
function run(
  window: number,
  multiplier: number,
  past: number,
  live: number,
  matching: readonly number[] = [],
): string[] {
  const counter = new CheckpointCounter(window, multiplier);
  const told: string[] = [];
  for (let position = 1; position <= past; position++) {
    const checkpoint = counter.past(position, matching.includes(position));
    if (checkpoint) told.push(`${checkpoint.commit}/${checkpoint.prepare}`);
  }
  counter.caughtUp();
  for (let position = past + 1; position <= past + live; position++) {
    const checkpoint = counter.live(position);
    if (checkpoint) told.push(`live ${checkpoint.commit}/${checkpoint.prepare}`);
  }
  return told;
}

describe('checkpoints', () => {
  it.each([
    [32, 1, 100, 28, ['1/0', '33/0', '65/0', 'live 128/128']],
    [32, 1, 31, 0, []],
    [32, 1, 31, 1, ['live 32/32']],
    [32, 3, 200, 0, ['65/0', '161/0']],
    [10, 1, 27, 13, ['1/0', '11/0', 'live 30/30', 'live 40/40']],
    [1, 1, 2, 2, ['1/0', '2/0', 'live 3/3', 'live 4/4']],
  ])('window %i × %i, %i past events, %i live', (window, multiplier, past, live, expected) => {
    expect(run(window, multiplier, past, live)).toEqual(expected);
  });

  it('stand at the last match of their page', () => {
    expect(run(10, 1, 20, 0, [3, 7])).toEqual(['7/7', '11/0']);
  });

  it('a page ends with its 32nd match; the events looked at count on', () => {
    const all = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(run(64, 1, 100, 0, all)).toEqual(['64/64']);
  });
});
