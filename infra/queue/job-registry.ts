import type { JobDefinition, JobHandler } from './define-job.ts';

/** Every kind of job with its handler. */
export interface JobRegistry {
  /** Throws when no job has this name. */
  handlerOf(name: string): JobHandler;
  has(definition: JobDefinition): boolean;
}

/** Throws, so that the process does not start, when two handlers share a job name. */
export function createJobRegistry(handlers: readonly JobHandler[]): JobRegistry {
  const byName = new Map<string, JobHandler>();
  for (const handler of handlers) {
    const { name } = handler.definition;
    if (byName.has(name)) throw new Error(`Two handlers share the job name ${name}`);
    byName.set(name, handler);
  }
  return {
    has: (definition) => byName.get(definition.name)?.definition === definition,
    handlerOf(name) {
      const handler = byName.get(name);
      if (handler === undefined) throw new Error(`No job is named ${name}`);
      return handler;
    },
  };
}
