import type { Decider } from '../decider.ts';
import type { StudioExportEvent } from './events.ts';

export interface StudioExportState {
  readonly count: number;
}

/** The id of the only stream. */
export const ALL_EXPORTS = 'all';

export const studioExportDecider: Decider<StudioExportState, StudioExportEvent> = {
  stream: (id) => `studio-export-${id}`,
  initial: { count: 0 },
  evolve: ({ count }) => ({ count: count + 1 }),
};
