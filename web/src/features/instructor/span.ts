import { addWallDays } from '#web/lib/london-time.ts';

/** Wall dates, both inclusive. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

const stepDays = 28;
/** As many as the API gives at once, less those on either side. */
const mostDays = 399;

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);

/** The span with four weeks more before it; a span at the limit moves. */
export const extendBack = ({ from, to }: Span): Span => {
  const first = addWallDays(from, -stepDays);
  return { from: first, to: earlier(to, addWallDays(first, mostDays)) };
};

/** The span with four weeks more after it; a span at the limit moves. */
export const extendAhead = ({ from, to }: Span): Span => {
  const last = addWallDays(to, stepDays);
  return { from: later(from, addWallDays(last, -mostDays)), to: last };
};
