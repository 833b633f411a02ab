import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import type { QueuedJob } from '#infra/queue/define-job.ts';

/** Turns events into jobs. Pure: the same event always gives the same jobs with the same keys. */
export interface Reactor {
  readonly name: string;
  /** Events older than this by the studio clock are ignored, so that a replay sends no outdated emails. */
  readonly maxAgeMs?: number;
  readonly react: (event: RecordedEvent<StudioEvent>) => readonly QueuedJob[];
}
