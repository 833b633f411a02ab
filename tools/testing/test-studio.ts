import type { DestinationStream } from 'pino';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { startProjectionsThread } from '#embedded/projections-thread/start-projections-thread.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import { loadConfig } from '#infra/config/config.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { connectRuntime, type Runtime } from '#infra/runtime/connect.ts';
import { createProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { createApi } from '#services/api/create-api.ts';
import { Sessions } from '#services/api/sessions.ts';
import { openStudio } from '#services/commands/studio/open-studio.ts';
import { createDataDirectory, removeDataDirectory } from './data-directory.ts';
import { StudioClient } from './studio-client.ts';
import { createTestMembers, type TestMembers } from './test-members.ts';
import { DEFAULT_TIMEOUT_MS } from './wait-for.ts';

/** The API in this process and its projections in a thread, on the given servers; without workers and sandbox. */
export interface TestStudio extends TestMembers {
  readonly base: string;
  readonly port: number;
  readonly runtime: Runtime<StudioEvent>;
  admin(): Promise<StudioClient>;
  stop(): Promise<void>;
}

export interface TestStudioOptions {
  /** Variables of `.env.example` that replace the test's defaults. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Directory of a built web to serve. */
  readonly webRoot?: string;
  /** Destination of the log; standard output by default. */
  readonly log?: DestinationStream;
}

export async function startTestStudio(
  servers: { databaseUrl: string; eventStoreUrl: string; sandboxUrl?: string },
  { environment, webRoot, log }: TestStudioOptions = {},
): Promise<TestStudio> {
  const dataDir = await createDataDirectory('test-studio');
  const config = loadConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...environment });
  const logger = createLogger({
    level: config.logLevel,
    component: 'test',
    ...(log === undefined ? {} : { destination: log }),
  });
  const runtime = await connectRuntime<StudioEvent>({
    config,
    logger,
    clock: systemClock,
    registry: eventRegistry,
    backends: { sandboxUrl: null, ...servers },
  });
  const projections = startProjectionsThread(
    { config, databaseUrl: servers.databaseUrl, eventStoreUrl: servers.eventStoreUrl },
    (error) => {
      throw error;
    },
  );
  const waiter = await createProjectionWaiter({
    listenUrl: servers.databaseUrl,
    pool: runtime.pool,
    log: logger,
  });
  await projections.caughtUp;
  const api = await createApi({
    runtime,
    waiter,
    isReady: () => true,
    webRoot: webRoot ?? null,
    board: null,
  });
  const address = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  const port = Number(address.port);
  const base = `http://127.0.0.1:${port}`;
  const opened = await openStudio(runtime, null, {
    now: new Date(),
    commandId: 'open-studio',
    actor: { kind: 'system', name: 'test' },
  });
  if (opened.position !== null)
    await waiter.waitFor(opened.position, ['catalogue', 'plans', 'settings'], {
      timeoutMs: DEFAULT_TIMEOUT_MS,
    });
  const sessions = new Sessions(runtime.pool, runtime.sharedPasswordMarks);

  const members = createTestMembers(runtime, async (memberId) => {
    const sid = await sessions.open({ kind: 'member', memberId });
    return new StudioClient(base, api.app.jwt.sign({ sid }));
  });

  return {
    base,
    port,
    runtime,
    ...members,
    admin: () => new StudioClient(base).staff('admin'),
    async stop() {
      await api.close();
      await waiter.close();
      await projections.stop();
      await runtime.close();
      await removeDataDirectory(dataDir);
    },
  };
}
