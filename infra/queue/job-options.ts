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
    // While a job is stored, another of the same name and key is ignored.
    removeOnComplete: { age: secondsInDay },
    removeOnFail: { age: 90 * secondsInDay },
  };
}

/** @throws ZodError when the payload is invalid */
export function toBullJob({ definition, payload, key, traceparent }: QueuedJob): BullJob {
  return {
    name: definition.name,
    data: definition.payload.parse(payload),
    opts: {
      ...jobOptions(definition),
      jobId: jobIdOf(definition.name, key),
      // BullMQ's own telemetry uses this field.
      ...(traceparent === undefined ? {} : { telemetry: { metadata: traceparent } }),
    },
  };
}

/** BullMQ accepts neither an id with a colon nor one of digits only; the job's name as prefix prevents the latter. */
export function jobIdOf(name: string, key: string): string {
  if (key === '') throw new Error(`A job ${name} needs a key`);
  return `${name}.${encodeURIComponent(key)}`;
}
