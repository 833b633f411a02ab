import { EventStoreUnavailable, VersionConflict } from '../event-store/types.ts';
import { isPostgresUnavailable } from '../postgres/unavailable.ts';
import { count } from './metrics.ts';
import { inSpan, tracedId } from './spans.ts';

/** Does a command under its name: a span with the command's id, and one more of its outcome. */
export async function inCommand<T>(
  name: string,
  { commandId }: { readonly commandId: string },
  work: () => Promise<T>,
): Promise<T> {
  return inSpan(
    `command ${name}`,
    { attributes: { 'tideline.command.id': tracedId(commandId) } },
    async (span) => {
      try {
        const result = await work();
        count('tideline_commands_total', { command: name, code: 'ok' });
        return result;
      } catch (error) {
        const code = codeOf(error);
        count('tideline_commands_total', { command: name, code });
        span.note({ 'tideline.command.code': code });
        throw error;
      }
    },
  );
}

/** The same command, done under its name; see `inCommand`. */
export const asCommand =
  <Deps, Input, Context extends { readonly commandId: string }, Result>(
    name: string,
    command: (deps: Deps, input: Input, context: Context) => Promise<Result>,
  ) =>
  (deps: Deps, input: Input, context: Context): Promise<Result> =>
    inCommand(name, context, () => command(deps, input, context));

/** Our own codes are upper case with underscores; anything else is a fault of ours. */
function codeOf(error: unknown): string {
  if (error instanceof EventStoreUnavailable || isPostgresUnavailable(error)) return 'UNAVAILABLE';
  if (error instanceof VersionConflict) return 'CONFLICT';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isOurs = typeof code === 'string' && /^(?!ERR_|FST_|UND_)[A-Z]+(_[A-Z]+)+$|^CONFLICT$/.test(code);
  return isOurs ? code : 'INTERNAL';
}
