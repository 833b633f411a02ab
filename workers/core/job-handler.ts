import type { z } from 'zod';
import { handle, type JobDefinition, type JobHandler, type JobRun } from '#infra/queue/define-job.ts';
import type { JobDependencies } from './job-dependencies.ts';

/** A kind of job with the factory of its handler. */
export interface JobHandlerFactory {
  readonly definition: JobDefinition;
  readonly create: (deps: JobDependencies) => JobHandler;
}

export function defineJobHandler<Payload extends z.ZodType<object, object>>(
  definition: JobDefinition<Payload>,
  createRun: (deps: JobDependencies) => (payload: z.output<Payload>, run: JobRun) => Promise<void>,
): JobHandlerFactory {
  return { definition, create: (deps) => handle(definition, createRun(deps)) };
}
