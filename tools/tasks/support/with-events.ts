import { withBackends } from '#embedded/backends.ts';
import { type Config, loadConfig } from '#infra/config/config.ts';
import { createLogger, type Logger } from '#infra/logging/logger.ts';
import { exitWithMessage } from '#infra/runtime/startup.ts';
import { connectProjections, type ProjectionBackends } from '#projections/connect.ts';

/** Connections of a tool to this installation. */
interface InstallationConnections extends Omit<ProjectionBackends, 'close'> {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/**
 * Runs `work` with connections to this installation's events and read models. A wrong `MASTER_KEY` ends the command with a message.
 * `level` is the log level, by default the configured one.
 */
export async function withEvents<T>(
  { component, level }: { component: string; level?: 'error' },
  work: (connections: InstallationConnections) => Promise<T>,
): Promise<T> {
  const config = loadConfig(process.env);
  const logger = createLogger({ level: level ?? config.logLevel, component });
  return withBackends(config, async ({ databaseUrl, eventStoreUrl }) => {
    const { close, ...connections } = await connectProjections({
      config,
      databaseUrl,
      eventStoreUrl,
      logger,
    });
    try {
      return await work({ ...connections, config, databaseUrl, logger });
    } finally {
      await close();
    }
  }).catch(exitWithMessage);
}
