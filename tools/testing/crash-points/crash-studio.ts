import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { addDaysToDay, toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { findFreePort } from '#embedded/postgres/find-free-port.ts';
import { startProjectionsThread } from '#embedded/projections-thread/start-projections-thread.ts';
import { createQuiescence } from '#embedded/quiescence.ts';
import { registerSandbox, type Sandbox } from '#embedded/sandbox/register-sandbox.ts';
import { createMovableClock } from '#infra/clock/movable-clock.ts';
import { loadConfig } from '#infra/config/config.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { createIdSequence } from '#infra/postgres/tables/id-sequence.ts';
import { connectRuntime, type Runtime } from '#infra/runtime/connect.ts';
import { studioProjections } from '#projections/registry.ts';
import { createProjectionWaiter } from '#projections/waiting/create-projection-waiter.ts';
import { type Api, createApi } from '#services/api/create-api.ts';
import { type Principal, Sessions } from '#services/api/sessions.ts';
import { type Verdict, verifyInstallation } from '#services/audit/verification/verify-installation.ts';
import { openStudio } from '#services/commands/studio/open-studio.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { openWorkers, type StudioWorkers } from '#workers/open-workers.ts';
import { freshEventStore } from '../shared-event-store.ts';
import { freshDatabase } from '../shared-postgres.ts';
import { waitFor } from '../wait-for.ts';
import { mortalPool } from './mortal-pool.ts';
import { mortalRuntime } from './mortal-runtime.ts';

/** What was left behind is found after 3 s; what sweeps ask for again each minute, half hour and hour comes round on the way. */
const laterMs = [5_000, millisecondsInMinute, 31 * millisecondsInMinute, 61 * millisecondsInMinute];

/**
 * One installation of which processes may die: an API and job handlers whose every edge is mortal (they are used inside
 * `runIn`), and beside them what lives through every crash: servers, read models, stand-ins, and the workers that start
 * once `settle` is called. Its clock stands still unless it is moved.
 */
export interface CrashStudio {
  readonly now: () => Date;
  /** Of the processes that die. */
  readonly api: Api;
  readonly mortal: Runtime<StudioEvent>;
  readonly jobs: JobDependencies;
  /** Of the one that does not. */
  readonly lasting: Runtime<StudioEvent>;
  readonly siteUrl: string;
  signIn(principal: Principal): Promise<string>;
  /** Resolves when every read model shows the position. */
  shown(position: bigint | null): Promise<void>;
  /** Resolves when what Stripe has to tell so far is in the inbox. */
  told(): Promise<void>;
  /** The restart: reactors, jobs and sweeps run until nothing is left to do, now and in the hours after. */
  settle(): Promise<void>;
  verify(): Promise<Verdict>;
  stop(): Promise<void>;
}

/** Starts it at noon of the next day, in London. */
export async function startCrashStudio(): Promise<CrashStudio> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crash-studio-'));
  const database = await freshDatabase();
  const storeDatabase = await freshDatabase({ empty: true });
  const store = await freshEventStore(storeDatabase.url);
  const port = await findFreePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const config = loadConfig({
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.CRASH_LOG ?? 'silent',
    PORT: String(port),
    SITE_URL: siteUrl,
    STUDIO_DEMO: 'off',
  });
  const logger = createLogger({ level: config.logLevel, component: 'crash' });
  const machineNow = new Date();
  const clock = await createMovableClock(database.pool, { now: () => machineNow });
  await clock.moveTo(toLondonInstant(addDaysToDay(toLondonDay(machineNow), 1), '12:00'));
  const servers = { databaseUrl: database.url, eventStoreUrl: store.connectionString };
  const backends = { ...servers, sandboxUrl: siteUrl };
  const connect = (pool: ReturnType<typeof createPool>) =>
    connectRuntime<StudioEvent>({ config, logger, clock, registry: eventRegistry, backends, pool });
  const lasting = await connect(createPool(database.url, { max: 12 }));
  const pool = mortalPool(createPool(database.url, { max: 12 }));
  const mortal = mortalRuntime(await connect(pool), pool);

  const projections = startProjectionsThread({ config, ...servers }, (error) => {
    throw error;
  });
  const waiter = await createProjectionWaiter({ listenUrl: database.url, pool: lasting.pool, log: logger });
  await projections.caughtUp;
  const everything = studioProjections.map(({ name }) => name);
  const sandboxPool = createPool(database.url, { max: 5 });
  let sandbox: Sandbox | undefined;
  const lastingApi = await createApi({
    runtime: lasting,
    waiter,
    isReady: () => true,
    webRoot: null,
    board: null,
    extend: async (app) => {
      sandbox = await registerSandbox(app, {
        pool: sandboxPool,
        clock,
        advanceTo: (instant) => clock.moveTo(instant),
        siteUrl: () => siteUrl,
        parts: { stripe: true, brevo: true },
        webhookUrl: () => `${siteUrl}/api/webhooks/stripe`,
        webhookSecret: config.stripe.webhookSecret,
        secretKey: config.stripe.secretKey,
        publishableKey: config.stripe.publishableKey,
        logger,
      });
    },
  });
  await lastingApi.app.listen({ port, host: '127.0.0.1' });
  const api = await createApi({ runtime: mortal, waiter, isReady: () => true, webRoot: null, board: null });
  await api.app.ready();
  const shown: CrashStudio['shown'] = async (position) => {
    if (position === null) return;
    if (!(await waiter.waitFor(position, everything, { timeoutMs: 30_000 })))
      throw new Error('The read models do not get there');
  };
  const opened = await openStudio(lasting, null, {
    now: clock.now(),
    commandId: 'open-studio',
    actor: { kind: 'system', name: 'test' },
  });
  await shown(opened.position);
  /** As a process of its own does it: whoever is asked here may remember a key for a minute that another has destroyed. */
  async function verify(): Promise<Verdict> {
    const fresh = await connect(createPool(database.url, { max: 2 }));
    try {
      return await verifyInstallation({
        databaseUrl: database.url,
        store: fresh.eventStore,
        projections: studioProjections,
        now: new Date(clock.now().getTime() + millisecondsInDay),
      });
    } finally {
      await fresh.close();
    }
  }
  const verdict = await verify();
  const bookingIds = createIdSequence(pool, 'booking_id_seq');
  const sessions = new Sessions(lasting.pool);

  /** An hour of the machine's clock, by which the inbox goes. */
  const anHourForTheInbox = () =>
    lasting.pool.query(
      `UPDATE stripe_webhooks SET received_at = received_at - interval '61 minutes',
         last_attempt_at = last_attempt_at - interval '61 minutes' WHERE processed_at IS NULL`,
    );
  /** No job waits for its next try, and none has given up. */
  async function jobsEnded(workers: StudioWorkers): Promise<void> {
    let left: readonly { name: string; reason: string | null }[] = [];
    const ended = async () => {
      const { rows } = await lasting.pool.query<{ name: string; reason: string | null }>(
        `SELECT name, failed_reason AS reason FROM bullmq.job
         WHERE scheduler_id IS NULL AND state NOT IN ('completed', 'failed')`,
      );
      left = rows;
      return rows.length === 0;
    };
    await waitFor(ended, { timeout: 60_000, what: 'the jobs' }).catch((error: unknown) => {
      throw new Error(`Jobs are tried again and again: ${JSON.stringify(left.slice(0, 3))}`, {
        cause: error,
      });
    });
    const dead = await workers.queue.deadLetters();
    if (dead.length > 0) {
      const [{ name, reason }] = [dead[0] ?? { name: '', reason: '' }];
      throw new Error(`${dead.length} jobs gave up; ${name}: ${reason}`);
    }
  }
  async function settleNow(workers: StudioWorkers, quiet: () => Promise<unknown>): Promise<void> {
    await sandbox?.doDue();
    await sandbox?.webhooksSettled();
    await anHourForTheInbox();
    await workers.sweepNow();
    await quiet();
    await sandbox?.webhooksSettled();
    await anHourForTheInbox();
    await workers.sweepNow();
    await quiet();
    await jobsEnded(workers);
    await quiet();
  }

  return {
    now: clock.now,
    api,
    mortal,
    lasting,
    siteUrl,
    jobs: {
      ...mortal,
      nextBookingId: () => bookingIds.next(),
      studioAddress: config.studio.email,
      // Readings of the whole installation, which leave no trace: each cell is told the same.
      verify: async () => verdict,
      deadLetters: async () => [
        { id: 'dead', name: 'send-welcome', attempts: 8, reason: 'Brevo was gone', failedAt: new Date() },
      ],
      sender: { studioName: config.studio.name, studioAddress: config.studio.address, siteUrl },
    },
    shown,
    async signIn(principal) {
      return api.app.jwt.sign({ sid: await sessions.open(principal) });
    },
    told: async () => sandbox?.webhooksSettled(),
    async settle() {
      const workers = await openWorkers(lasting, siteUrl);
      await workers.start();
      const quiescence = createQuiescence(lasting.pool, store.connectionString, {
        waitForProjections: (position) => waiter.waitFor(position, everything),
        queue: workers.queue,
      });
      try {
        for (const later of laterMs) {
          await clock.moveTo(new Date(clock.now().getTime() + later));
          await settleNow(workers, () => quiescence.wait());
        }
      } finally {
        await quiescence.close();
        await workers.stop();
      }
    },
    verify,
    async stop() {
      await api.close();
      await sandbox?.stop();
      await lastingApi.close();
      await waiter.close();
      await projections.stop();
      await mortal.close();
      await lasting.close();
      await sandboxPool.end();
      await store.stop();
      await storeDatabase.drop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
