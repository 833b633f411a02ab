import type { StudioEvent } from '#domain/registry.ts';
import {
  type CommandContext,
  type DeciderStore,
  EventStoreUnavailable,
  VersionConflict,
} from '#infra/event-store/types.ts';
import { isPostgresUnavailable } from '#infra/postgres/unavailable.ts';
import { count, hasMetrics } from '#infra/telemetry/metrics.ts';
import { inSpan, isTracing, toTraceableId } from '#infra/telemetry/spans.ts';

/** The dependencies of most commands. */
export interface CommandDeps {
  readonly deciders: DeciderStore<StudioEvent>;
}

/** An operation of the studio, called by routes, jobs and other commands. */
export type Command<Deps, Input, Result> = (
  deps: Deps,
  input: Input,
  context: CommandContext,
) => Promise<Result>;

/**
 * Makes a command that is traced as `command <name>` and counted by its outcome. While neither traces nor metrics are on,
 * a call costs nothing more than the function itself. A dry run counts as well.
 */
export const defineCommand =
  <Deps, Input, Result>(name: string, run: Command<Deps, Input, Result>): Command<Deps, Input, Result> =>
  (deps, input, context) =>
    isTracing() || hasMetrics()
      ? observe(name, context, () => run(deps, input, context))
      : run(deps, input, context);

function observe<T>(name: string, { commandId }: CommandContext, run: () => Promise<T>): Promise<T> {
  return inSpan(
    `command ${name}`,
    { attributes: { 'tideline.command.id': toTraceableId(commandId) } },
    async (span) => {
      try {
        const result = await run();
        count('tideline_commands_total', { command: name, code: 'ok' });
        return result;
      } catch (error) {
        const code = getOutcomeCode(error);
        count('tideline_commands_total', { command: name, code });
        span.setAttributes({ 'tideline.command.code': code });
        throw error;
      }
    },
  );
}

/** The product's own codes are upper case with underscores; any other error is a fault of the system. */
function getOutcomeCode(error: unknown): string {
  if (error instanceof EventStoreUnavailable || isPostgresUnavailable(error)) return 'UNAVAILABLE';
  if (error instanceof VersionConflict) return 'CONFLICT';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isOwn = typeof code === 'string' && /^(?!ERR_|FST_|UND_)[A-Z]+(_[A-Z]+)+$|^CONFLICT$/.test(code);
  return isOwn ? code : 'INTERNAL';
}
