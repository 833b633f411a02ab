import type { Alarms } from './alarms.ts';
import type { RulesTimeline } from './rules-timeline.ts';
import type { Worlds } from './worlds.ts';

/** The span of a what-if, as instants: from the first, up to the second, exclusive. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
  /** No class after this has been held. */
  readonly now: Date;
}

/** What the parts of a simulation share. */
export interface Scene {
  readonly worlds: Worlds;
  readonly rules: RulesTimeline;
  /** The classes in which the two worlds hold a waiting list to check. */
  readonly alarms: Alarms;
  /** Makes the id of a booking that only would have been. */
  readonly nextBookingId: () => number;
  readonly now: Date;
}
