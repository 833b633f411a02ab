import type { z } from 'zod';
import type { CommandContext } from '#infra/event-store/types.ts';
import { handle, type JobDefinition, type JobHandler, type JobRun } from '#infra/queue/define-job.ts';
import type { JobDependencies } from './job-dependencies.ts';

interface StudioJobRun extends JobRun {
  /** Creates the context of a command issued by this job. Its command id is the same in every attempt. */
  commandContext(): CommandContext;
}

/** A kind of job with the factory of its handler. */
export interface JobHandlerFactory {
  readonly definition: JobDefinition;
  readonly create: (deps: JobDependencies) => JobHandler;
}

export function defineJobHandler<Payload extends z.ZodType<object, object>>(
  definition: JobDefinition<Payload>,
  handleJob: (deps: JobDependencies, payload: z.output<Payload>, run: StudioJobRun) => Promise<void>,
): JobHandlerFactory {
  const { name } = definition;
  return {
    definition,
    create: (deps) =>
      handle(definition, (payload, run) => {
        const commandContext = (): CommandContext => ({
          now: deps.clock.now(),
          commandId: `job/${name}/${run.jobId}`,
          actor: { kind: 'worker', name },
        });
        return handleJob(deps, payload, { ...run, commandContext });
      }),
  };
}
