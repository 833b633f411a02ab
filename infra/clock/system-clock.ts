import type { StudioClock } from './studio-clock.ts';

/** The machine's clock. */
export const systemClock: StudioClock = { now: () => new Date() };
