import { loadConfig } from '../infra/config/config.ts';
import { createLogger } from '../infra/logging/logger.ts';
import { connectProjections } from './connect.ts';
import { studioProjections } from './registry.ts';
import { startProjections } from './runner/start-projections.ts';

/** Runs the projections as a process of its own; any number may run, one works and the others stand by. */
const config = loadConfig(process.env);
const logger = createLogger({ level: config.logLevel, component: 'projections' });
const { databaseUrl, eventStoreUrl } = config;
if (databaseUrl === null || eventStoreUrl === null) {
  throw new Error(
    'A process of projections needs DATABASE_URL and EVENTSTORE_URL; `npm start` runs all in one.',
  );
}
const { store, close } = await connectProjections({ config, databaseUrl, eventStoreUrl, logger });
const running = startProjections({ databaseUrl, store, projections: studioProjections, log: logger });

const stop = async () => {
  await running.stop();
  await close();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'The projections did not stop cleanly');
        process.exit(1);
      },
    );
  });
}
