import { withBackends } from '#embedded/backends.ts';
import { type Config, loadConfig } from '#infra/config/config.ts';
import { createLogger, type Logger } from '#infra/logging/logger.ts';
import { exitWithMessage } from '#infra/runtime/startup.ts';
import { connectProjections, type ProjectionBackends } from '#projections/connect.ts';

/** What a tool of this installation looks at. */
interface Opened extends Omit<ProjectionBackends, 'close'> {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/**
 * For tools: this installation's events and read models, open for as long as `work` takes. A wrong `MASTER_KEY` ends the command
 * with a sentence. `level` is the log's; the configured one when left out.
 */
export async function withEvents<T>(
  { component, level }: { component: string; level?: 'error' },
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const config = loadConfig(process.env);
  const logger = createLogger({ level: level ?? config.logLevel, component });
  return withBackends(config, async ({ databaseUrl, eventStoreUrl }) => {
    const { close, ...opened } = await connectProjections({ config, databaseUrl, eventStoreUrl, logger });
    try {
      return await work({ ...opened, config, databaseUrl, logger });
    } finally {
      await close();
    }
  }).catch(exitWithMessage);
}
