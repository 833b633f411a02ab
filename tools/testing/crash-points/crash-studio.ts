import { millisecondsInDay } from 'date-fns/constants';
import type { StudioEvent } from '#domain/registry.ts';
import { startProjectionsThread } from '#embedded/projections-thread/start-projections-thread.ts';
import { clearStorage } from '#infra/postgres/clear-storage.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { createIdSequence } from '#infra/postgres/tables/id-sequence.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { createProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { studioProjections } from '#projections/registry.ts';
import { type Api, createApi } from '#services/api/create-api.ts';
import { type NewPrincipal, Sessions } from '#services/api/sessions.ts';
import { type Verdict, verifyInstallation } from '#services/audit/verification/verify-installation.ts';
import { openStudio } from '#services/commands/studio/open-studio.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { type CrashServers, startCrashServers, startSandboxApi } from './crash-servers.ts';
import { crashablePool } from './crashable-pool.ts';
import { crashableRuntime } from './crashable-runtime.ts';
import { settleStudio } from './settle-studio.ts';

/**
 * One installation whose processes can crash. An API and job handlers, used inside `runInProcess`, crash at any of their
 * effects. Servers, read models, stand-ins, and the workers that `settle` starts, survive every crash.
 */
export interface CrashStudio {
  readonly now: () => Date;
  /** The API of the processes that crash. */
  readonly api: Api;
  readonly crashable: Runtime<StudioEvent>;
  /** Dependencies of the job handlers that crash. */
  readonly jobs: JobDependencies;
  readonly surviving: Runtime<StudioEvent>;
  readonly siteUrl: string;
  signIn(principal: NewPrincipal): Promise<string>;
  /** Resolves when every read model has reached the position. */
  waitForReadModels(position: bigint | null): Promise<void>;
  /** Resolves when every webhook that Stripe has sent so far is in the inbox. */
  waitForWebhooks(): Promise<void>;
  /** Runs what Stripe does by the clock and is due. */
  doDueAtStripe(): Promise<void>;
  /** The restart: reactors, jobs and sweeps run until nothing is left to do, now and in the hours after. */
  settle(): Promise<void>;
  verify(): Promise<Verdict>;
  stop(): Promise<void>;
}

/** Verifies through a new connection: the other runtimes may have cached a key that another process has destroyed. */
async function verifyFreshly({ connect, clock, databaseUrl }: CrashServers): Promise<Verdict> {
  const fresh = await connect(createPool(databaseUrl, { max: 2 }));
  try {
    return await verifyInstallation({
      databaseUrl,
      store: fresh.eventStore,
      projections: studioProjections,
      now: new Date(clock.now().getTime() + millisecondsInDay),
    });
  } finally {
    await fresh.close();
  }
}

function createJobDependencies(
  { config, siteUrl, databaseUrl }: CrashServers,
  crashable: Runtime<StudioEvent>,
  verdict: Verdict,
): JobDependencies {
  const bookingIds = createIdSequence(crashable.pool, 'booking_id_seq');
  return {
    ...crashable,
    nextBookingId: () => bookingIds.next(),
    clearStorage: (tables) => clearStorage(databaseUrl, tables),
    studioAddress: config.studio.email,
    // These read the whole installation. Fixed results keep the runs of other scenarios from changing them.
    verify: async () => verdict,
    countOwnDifferences: async () => 0,
    deadLetters: async () => [
      { id: 'dead', name: 'send-welcome', attempts: 8, reason: 'Brevo was gone', failedAt: new Date() },
    ],
    sender: { studioName: config.studio.name, studioAddress: config.studio.address, siteUrl },
  };
}

export async function startCrashStudio(): Promise<CrashStudio> {
  const servers = await startCrashServers();
  const { config, logger, clock, siteUrl, databaseUrl, eventStoreUrl } = servers;
  const surviving = await servers.connect(createPool(databaseUrl, { max: 12 }));
  const pool = crashablePool(createPool(databaseUrl, { max: 12 }));
  const crashable = crashableRuntime(await servers.connect(pool), pool);
  const projections = startProjectionsThread({ config, databaseUrl, eventStoreUrl }, (error) => {
    throw error;
  });
  const waiter = await createProjectionWaiter({ listenUrl: databaseUrl, pool: surviving.pool, log: logger });
  await projections.caughtUp;
  const { sandbox, stop: stopSandbox } = await startSandboxApi(servers, surviving, waiter);
  const api = await createApi({
    runtime: crashable,
    waiter,
    isReady: () => true,
    webRoot: null,
    board: null,
  });
  await api.app.ready();
  const allProjections = studioProjections.map(({ name }) => name);
  const waitForReadModels = async (position: bigint | null): Promise<void> => {
    if (position === null) return;
    if (!(await waiter.waitFor(position, allProjections, { timeoutMs: 30_000 })))
      throw new Error('The read models did not reach the position in 30 s');
  };
  const opened = await openStudio(surviving, null, {
    now: clock.now(),
    commandId: 'open-studio',
    actor: { kind: 'system', name: 'test' },
  });
  await waitForReadModels(opened.position);
  const sessions = new Sessions(surviving.pool, surviving.sharedPasswordMarks);
  return {
    now: clock.now,
    api,
    crashable,
    surviving,
    siteUrl,
    jobs: createJobDependencies(servers, crashable, await verifyFreshly(servers)),
    waitForReadModels,
    signIn: async (principal) => api.app.jwt.sign({ sid: await sessions.open(principal) }),
    waitForWebhooks: () => sandbox.webhooksSettled(),
    doDueAtStripe: () => sandbox.doDue(),
    settle: () =>
      settleStudio({
        ...servers,
        surviving,
        sandbox,
        waitForProjections: (position) => waiter.waitFor(position, allProjections),
      }),
    verify: () => verifyFreshly(servers),
    async stop() {
      await api.close();
      await stopSandbox();
      await waiter.close();
      await projections.stop();
      await crashable.close();
      await surviving.close();
      await servers.stop();
    },
  };
}
