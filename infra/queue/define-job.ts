import type { z } from 'zod';

type PayloadSchema = z.ZodType<object, object>;

/**
 * The BullMQ queues. Each has its own workers, so that a slow mail provider never holds up the sweeps, which repair everything
 * else. `effects` follow from events; `sweeps` regularly find what is due. `later` are deferrable effects, such as
 * confirmation emails, which come in large numbers. They are throttled in a process that also serves requests. `push`
 * are messages to browsers, whose push services may be slow or unavailable.
 *
 * A handler is found by the job's name in any lane, so a job can change its lane while older ones still wait.
 */
export const LANES = ['effects', 'later', 'push', 'sweeps'] as const;
export type Lane = (typeof LANES)[number];

/** A kind of job. Its payload holds ids, never personal data. */
export interface JobDefinition<Schema extends PayloadSchema = PayloadSchema> {
  readonly name: string;
  readonly lane: Lane;
  readonly payload: Schema;
  /** Attempts before it becomes a dead letter. */
  readonly attempts: number;
  /** Delay before the second attempt. It doubles with each further one, with jitter. */
  readonly backoffMs: number;
}

/** What a handler receives beside the payload. */
export interface JobRun {
  /** The same at every attempt of the same job, so that a command id can be derived from it. */
  readonly jobId: string;
  /** From 1. */
  readonly attempt: number;
  /** Aborted when the worker stops. */
  readonly signal: AbortSignal;
}

/** A definition with the function that runs it, which receives the parsed payload. */
export interface JobHandler {
  readonly definition: JobDefinition;
  readonly run: (payload: unknown, run: JobRun) => Promise<void>;
}

/** A job that can be enqueued. */
export interface QueuedJob {
  readonly definition: JobDefinition;
  readonly payload: object;
  /** Jobs of the same name and key are one job while it is stored, which is until a day after it is done. */
  readonly key: string;
  /** The W3C trace context of its cause; not part of its identity. */
  readonly traceparent?: string;
}

/** Defines a kind of job: by default 8 attempts over about four minutes. */
export function defineJob<Schema extends PayloadSchema>(job: {
  name: string;
  payload: Schema;
  lane?: Lane;
  attempts?: number;
  backoffMs?: number;
}): JobDefinition<Schema> {
  if (!/^[a-z][a-z0-9-]*$/.test(job.name)) throw new Error(`${job.name} is not a valid job name`);
  return { lane: 'effects', attempts: 8, backoffMs: 2_000, ...job };
}

/** Defines the function that runs a kind of job. It must be idempotent. */
export function handle<Schema extends PayloadSchema>(
  definition: JobDefinition<Schema>,
  run: (payload: z.output<Schema>, run: JobRun) => Promise<void>,
): JobHandler {
  return {
    definition,
    run: (payload, jobRun) => run(definition.payload.parse(payload), jobRun),
  };
}

/** Makes a job with its payload and key, for a reactor to return. */
export function job<Schema extends PayloadSchema>(
  definition: JobDefinition<Schema>,
  payload: z.input<Schema>,
  key: string,
): QueuedJob {
  return { definition, payload: definition.payload.parse(payload), key };
}
