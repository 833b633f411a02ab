import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { membershipPrice } from '#domain/membership/price.ts';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import { loadConfig } from '#infra/config/config.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { connectRuntime, type Runtime } from '#infra/runtime/connect.ts';

const runtimeFile = z.object({ databaseUrl: z.string(), eventStoreUrl: z.string() });

/** Where the servers of the embedded studio are that runs on this data directory. */
export const backendsOf = async (dataDir: string): Promise<z.infer<typeof runtimeFile>> =>
  runtimeFile.parse(JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8')));

/** Connects beside a running embedded studio, with its secrets: to fill its store and to look at what it keeps. */
export async function connectStudio(dataDir: string): Promise<Runtime<StudioEvent>> {
  const config = loadConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
  return connectRuntime<StudioEvent>({
    config,
    logger: createLogger({ level: 'error', component: 'bench' }),
    clock: systemClock,
    registry: eventRegistry,
    membershipPrice,
    backends: { ...(await backendsOf(dataDir)), sandboxUrl: null },
  });
}
