/** A straight line through points of time: how much is to be expected of it, and how sure that is. */
export interface Trend {
  /** The mean of all values. */
  readonly level: number;
  /** How much the value grows in one unit of time. */
  readonly slope: number;
  /** The standard error of the slope, as if each point's deviation were its own. */
  readonly error: number;
}

/** Least squares over `[time, value]`; at least three points at different times. */
export function trendOf(points: readonly (readonly [number, number])[]): Trend {
  const count = points.length;
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / count;
  const middle = mean(([time]) => time);
  const level = mean(([, value]) => value);
  const spread = points.reduce((sum, [time]) => sum + (time - middle) ** 2, 0);
  if (count < 3 || spread === 0) throw new RangeError('A trend needs three points at different times');
  const slope = points.reduce((sum, [time, value]) => sum + (time - middle) * (value - level), 0) / spread;
  const left = points.reduce((sum, [time, value]) => sum + (value - level - slope * (time - middle)) ** 2, 0);
  return { level, slope, error: Math.sqrt(left / (count - 2) / spread) };
}
