import type { StudioClock } from '#infra/clock/studio-clock.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { JobRun } from '#infra/queue/define-job.ts';

/** The context of a command issued by a job. Its command id is the same in every attempt. */
export function jobContext(clock: StudioClock, worker: string, { jobId }: JobRun): CommandContext {
  return { now: clock.now(), commandId: `job/${worker}/${jobId}`, actor: { kind: 'worker', name: worker } };
}
