import { secondsInDay } from 'date-fns/constants';
import type { JobDefinition, QueuedJob } from './define-job.ts';

export interface BullJob {
  readonly name: string;
  readonly data: object;
  readonly opts: JobOptions & { readonly jobId: string; readonly telemetry?: { readonly metadata: string } };
}

export interface JobOptions {
  readonly attempts: number;
  readonly backoff: { readonly type: 'exponential'; readonly delay: number; readonly jitter: number };
  readonly removeOnComplete: { readonly age: number };
  readonly removeOnFail: { readonly age: number };
}

export function jobOptions({ attempts, backoffMs }: JobDefinition): JobOptions {
  return {
    attempts,
    backoff: { type: 'exponential', delay: backoffMs, jitter: 0.3 },
    // As long as a job is kept, its key keeps another of its kind out.
    removeOnComplete: { age: secondsInDay },
    removeOnFail: { age: 90 * secondsInDay },
  };
}

/** Throws when the payload is not what the definition says. */
export function toBullJob({ definition, payload, key, traceparent }: QueuedJob): BullJob {
  return {
    name: definition.name,
    data: definition.payload.parse(payload),
    opts: {
      ...jobOptions(definition),
      jobId: jobIdOf(definition.name, key),
      // Where BullMQ's own telemetry keeps it.
      ...(traceparent === undefined ? {} : { telemetry: { metadata: traceparent } }),
    },
  };
}

/** BullMQ takes no colon in an id, and no id of digits alone; the kind's name in front sees to the latter. */
export function jobIdOf(name: string, key: string): string {
  if (key === '') throw new Error(`A job ${name} needs a key`);
  return `${name}.${encodeURIComponent(key)}`;
}
