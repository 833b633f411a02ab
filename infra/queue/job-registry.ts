import type { JobDefinition, JobHandler } from './define-job.ts';

/** Every kind of job with what does it. */
export interface JobRegistry {
  readonly definitions: readonly JobDefinition[];
  /** Throws when the name is not of the registry. */
  handlerOf(name: string): JobHandler;
  has(definition: JobDefinition): boolean;
}

/** Throws, and so refuses to boot, when a definition has no handler or two, or two definitions share a name. */
export function createJobRegistry(
  definitions: readonly JobDefinition[],
  handlers: readonly JobHandler[],
): JobRegistry {
  const faults: string[] = [];
  const byName = new Map<string, JobHandler>();
  const names = definitions.map(({ name }) => name);
  for (const name of new Set(names.filter((one, index) => names.indexOf(one) !== index))) {
    faults.push(`two definitions are named ${name}`);
  }
  for (const definition of definitions) {
    const own = handlers.filter((handler) => handler.definition === definition);
    const [handler] = own;
    if (handler === undefined) faults.push(`${definition.name} has no handler`);
    else byName.set(definition.name, handler);
    if (own.length > 1) faults.push(`${definition.name} has ${own.length} handlers`);
  }
  for (const { definition } of handlers) {
    if (!definitions.includes(definition)) faults.push(`the handled job ${definition.name} is not defined`);
  }
  if (faults.length > 0) throw new Error(`The jobs are not right: ${faults.join('; ')}`);
  return {
    definitions,
    has: (definition) => definitions.includes(definition),
    handlerOf(name) {
      const handler = byName.get(name);
      if (handler === undefined) throw new Error(`No job is named ${name}`);
      return handler;
    },
  };
}
