import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import type { QueuedJob } from '#infra/queue/define-job.ts';

/** Turns what happened into jobs. Pure; the same event always gives the same jobs under the same keys. */
export interface Reactor {
  readonly name: string;
  /** Events that happened longer ago than this, by the studio clock, are left alone: no one wants last month's mail. */
  readonly maxAgeMs?: number;
  readonly react: (event: RecordedEvent<StudioEvent>) => readonly QueuedJob[];
}
