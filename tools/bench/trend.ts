/** A straight line fitted to a time series. */
export interface Trend {
  /** The mean of all values. */
  readonly level: number;
  /** Growth of the value in one unit of time. */
  readonly slope: number;
  /** Standard error of the slope, for independent deviations. */
  readonly error: number;
}

/** Fits a line to `[time, value]` by least squares. Needs at least three points at different times. */
export function fitTrend(points: readonly (readonly [number, number])[]): Trend {
  const count = points.length;
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / count;
  const middle = mean(([time]) => time);
  const level = mean(([, value]) => value);
  const spread = points.reduce((sum, [time]) => sum + (time - middle) ** 2, 0);
  if (count < 3 || spread === 0) throw new RangeError('A trend needs three points at different times');
  const slope = points.reduce((sum, [time, value]) => sum + (time - middle) * (value - level), 0) / spread;
  const residuals = points.reduce(
    (sum, [time, value]) => sum + (value - level - slope * (time - middle)) ** 2,
    0,
  );
  return { level, slope, error: Math.sqrt(residuals / (count - 2) / spread) };
}
