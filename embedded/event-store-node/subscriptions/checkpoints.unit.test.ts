import { describe, expect, it } from 'vitest';
import { CheckpointCounter } from './checkpoints.ts';

/** Counts `past` and then `live` events, of which only `matching` match. Returns the checkpoints as text. */
function listCheckpoints(
  window: number,
  multiplier: number,
  past: number,
  live: number,
  matching: readonly number[] = [],
): string[] {
  const counter = new CheckpointCounter(window, multiplier);
  const checkpoints: string[] = [];
  for (let position = 1; position <= past; position++) {
    const checkpoint = counter.countPast(position, matching.includes(position));
    if (checkpoint) checkpoints.push(`${checkpoint.commit}/${checkpoint.prepare}`);
  }
  counter.endCatchUp();
  for (let position = past + 1; position <= past + live; position++) {
    const checkpoint = counter.countLive(position);
    if (checkpoint) checkpoints.push(`live ${checkpoint.commit}/${checkpoint.prepare}`);
  }
  return checkpoints;
}

describe('CheckpointCounter', () => {
  it.each([
    [32, 1, 100, 28, ['1/0', '33/0', '65/0', 'live 128/128']],
    [32, 1, 31, 0, []],
    [32, 1, 31, 1, ['live 32/32']],
    [32, 3, 200, 0, ['65/0', '161/0']],
    [10, 1, 27, 13, ['1/0', '11/0', 'live 30/30', 'live 40/40']],
    [1, 1, 2, 2, ['1/0', '2/0', 'live 3/3', 'live 4/4']],
  ])(
    'with window %i × %i, %i past and %i live events returns the checkpoints of a real server',
    (window, multiplier, past, live, expected) => {
      expect(listCheckpoints(window, multiplier, past, live)).toEqual(expected);
    },
  );

  it('puts a checkpoint at the last match of its page', () => {
    expect(listCheckpoints(10, 1, 20, 0, [3, 7])).toEqual(['7/7', '11/0']);
  });

  it('ends a page with its 32nd match, and counts its events', () => {
    const all = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(listCheckpoints(64, 1, 100, 0, all)).toEqual(['64/64']);
  });
});
