import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { millisecondsInDay } from 'date-fns/constants';
import type { DestinationStream } from 'pino';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { grantLot } from '#domain/wallet/decide-lots.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { startProjectionsThread } from '#embedded/projections-thread/start-projections-thread.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import { loadConfig } from '#infra/config/config.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { connectRuntime, type Runtime } from '#infra/runtime/connect.ts';
import { createProjectionWaiter } from '#projections/waiting/create-projection-waiter.ts';
import { createApi } from '#services/api/create-api.ts';
import { Sessions } from '#services/api/sessions.ts';
import { signUp } from '#services/commands/member/sign-up.ts';
import { openStudio } from '#services/commands/studio/open-studio.ts';
import { adjustPasses } from '#services/commands/wallet/adjust-passes.ts';
import { noHealthNotes } from './no-health-notes.ts';
import { StudioClient } from './studio-client.ts';

/** The API with its read models in this process, on servers that are given; no workers and no sandbox. */
export interface TestStudio {
  readonly base: string;
  readonly port: number;
  readonly runtime: Runtime<StudioEvent>;
  /** A member with a session and a lot of that many passes, without the cost of a sign-up and a payment. */
  memberWithPasses(passes: number): Promise<{ memberId: string; client: StudioClient }>;
  /** The same, signed up and with passes that staff gave: no payment and no one is missing, so the whole store can be checked. */
  memberGivenPasses(passes: number): Promise<{ memberId: string; client: StudioClient }>;
  /** Gives a member passes, as staff do. */
  givePasses(memberId: string, passes: number): Promise<void>;
  admin(): Promise<StudioClient>;
  stop(): Promise<void>;
}

export interface TestStudioOptions {
  /** Variables of `.env.example` other than the test's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A built web to serve. */
  readonly webRoot?: string;
  /** Where its log goes; standard output when absent. */
  readonly log?: DestinationStream;
}

export async function startTestStudio(
  servers: { databaseUrl: string; eventStoreUrl: string; sandboxUrl?: string },
  { environment, webRoot, log }: TestStudioOptions = {},
): Promise<TestStudio> {
  const dataDir = await mkdtemp(join(tmpdir(), 'test-studio-'));
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
  const system = { kind: 'system', name: 'test' } as const;
  const opened = await openStudio(runtime, null, {
    now: new Date(),
    commandId: 'open-studio',
    actor: system,
  });
  if (opened.position !== null) await waiter.waitFor(opened.position, ['catalogue', 'settings']);
  const sessions = new Sessions(runtime.pool);

  const grantLotOf = async (memberId: string, passes: number): Promise<void> => {
    const now = new Date();
    await runtime.deciders.handle(
      walletDecider,
      memberId,
      { now, commandId: `grant/${memberId}`, actor: system },
      (state) =>
        grantLot(state, {
          memberId,
          lotId: `lot-${memberId}`,
          kind: 'purchase',
          passName: 'Test Pass',
          passes,
          pricePence: passes * 2000,
          passId: null,
          paymentIntentId: null,
          offer: null,
          expiresAt: new Date(now.getTime() + 60 * millisecondsInDay).toISOString(),
          now,
        }),
    );
  };

  const signIn = async (memberId: string): Promise<StudioClient> => {
    const sid = await sessions.open({ kind: 'member', memberId });
    return new StudioClient(base, api.app.jwt.sign({ sid }));
  };
  const givePasses = async (memberId: string, passes: number): Promise<void> => {
    const key = randomUUID();
    const change = { memberId, direction: 'give', passes, key, reason: 'For a test' } as const;
    const actor = { kind: 'staff', role: 'admin' } as const;
    await adjustPasses(runtime, change, { now: new Date(), commandId: `give/${key}`, actor });
  };

  return {
    base,
    port,
    runtime,
    async memberWithPasses(passes) {
      const memberId = randomUUID();
      await grantLotOf(memberId, passes);
      return { memberId, client: await signIn(memberId) };
    },
    async memberGivenPasses(passes) {
      const memberId = randomUUID();
      const context = { now: new Date(), commandId: `sign-up/${memberId}`, actor: system };
      const identity = {
        name: 'Test Member',
        email: `${memberId}@example.com`,
        phone: '07700 900123',
        dateOfBirth: null,
      };
      // Nobody signs in with it.
      await signUp(
        runtime,
        { memberId, identity, health: noHealthNotes, passwordHash: 'none', newsletter: false },
        context,
      );
      await givePasses(memberId, passes);
      return { memberId, client: await signIn(memberId) };
    },
    givePasses,
    admin: () => new StudioClient(base).staff('admin'),
    async stop() {
      await api.close();
      await waiter.close();
      await projections.stop();
      await runtime.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
