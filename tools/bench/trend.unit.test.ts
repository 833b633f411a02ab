import { describe, expect, it } from 'vitest';
import { fitTrend } from './trend.ts';

const at = (times: readonly number[], value: (time: number) => number) =>
  times.map((time): [number, number] => [time, value(time)]);
const hour = Array.from({ length: 61 }, (_, minute) => minute / 60);

describe('a trend', () => {
  it('is the line through points that lie on one, without an error', () => {
    const { level, slope, error } = fitTrend(at(hour, (time) => 100 + 12 * time));
    expect(level).toBeCloseTo(106);
    expect(slope).toBeCloseTo(12);
    expect(error).toBeCloseTo(0);
  });

  it('sees a rise through a saw that is larger, and states how unsure it is', () => {
    const saw = fitTrend(at(hour, (time) => 100 + 10 * time + (Math.round(time * 60) % 5) * 4));
    expect(saw.slope).toBeGreaterThan(8);
    expect(saw.slope).toBeLessThan(12);
    expect(saw.error).toBeGreaterThan(0.5);
  });

  it('cannot be derived from two points, nor from one moment', () => {
    expect(() =>
      fitTrend([
        [0, 1],
        [1, 2],
      ]),
    ).toThrow(RangeError);
    expect(() =>
      fitTrend([
        [1, 1],
        [1, 2],
        [1, 3],
      ]),
    ).toThrow(RangeError);
  });
});
