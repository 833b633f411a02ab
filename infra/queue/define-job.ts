import type { z } from 'zod';

type PayloadSchema = z.ZodType<object, object>;

/**
 * Jobs wait in three lanes, each with workers of its own, so that a provider of mail that hangs never holds up the sweeps by
 * which everything else heals: `effects` follow from events, `sweeps` look regularly for what is due. `later` follows from
 * events too, but no one waits for it and it comes in great numbers, as when hundreds book in a second: emails that tell
 * members what they know, and what only puts something straight. It gives way where people are answered (`give-way.ts`).
 *
 * A job is found by its name in whichever lane it lies, so a kind of job can change its lane while some of it still wait.
 */
export const LANES = ['effects', 'later', 'sweeps'] as const;
export type Lane = (typeof LANES)[number];

/** A kind of job: its name, what it carries and how often it is tried. A payload holds ids, never personal data. */
export interface JobDefinition<Schema extends PayloadSchema = PayloadSchema> {
  readonly name: string;
  readonly lane: Lane;
  readonly payload: Schema;
  /** Tries before it becomes a dead letter. */
  readonly attempts: number;
  /** Wait before the second try; it doubles with each further one, with some of it random. */
  readonly backoffMs: number;
}

/** What a handler is told of the job beside its payload. */
export interface JobRun {
  /** The same at every try of the same job: a command id can derive from it. */
  readonly jobId: string;
  /** From 1. */
  readonly attempt: number;
  /** Aborted when the worker stops. */
  readonly signal: AbortSignal;
}

/** A definition with the one function that does it; the payload is parsed again before it is called. */
export interface JobHandler {
  readonly definition: JobDefinition;
  readonly run: (payload: unknown, run: JobRun) => Promise<void>;
}

/** A job ready to be put on the queue. */
export interface QueuedJob {
  readonly definition: JobDefinition;
  readonly payload: object;
  /** Jobs of one kind with one key are one job, while it is kept (a day after it is done). */
  readonly key: string;
  /** Of what called for it, as W3C writes it; no part of what makes it the same job. */
  readonly traceparent?: string;
}

/** Defines a kind of job: 8 tries over about four minutes unless told otherwise. */
export function defineJob<Schema extends PayloadSchema>(job: {
  name: string;
  payload: Schema;
  lane?: Lane;
  attempts?: number;
  backoffMs?: number;
}): JobDefinition<Schema> {
  if (!/^[a-z][a-z0-9-]*$/.test(job.name)) throw new Error(`${job.name} can't name a job`);
  return { lane: 'effects', attempts: 8, backoffMs: 2_000, ...job };
}

/** Says what does a kind of job. Running it twice must do nothing twice. */
export function handle<Schema extends PayloadSchema>(
  definition: JobDefinition<Schema>,
  run: (payload: z.output<Schema>, run: JobRun) => Promise<void>,
): JobHandler {
  return {
    definition,
    run: (payload, jobRun) => run(definition.payload.parse(payload), jobRun),
  };
}

/** A job with its payload and key, for a reactor to answer with. */
export function job<Schema extends PayloadSchema>(
  definition: JobDefinition<Schema>,
  payload: z.input<Schema>,
  key: string,
): QueuedJob {
  return { definition, payload: definition.payload.parse(payload), key };
}
