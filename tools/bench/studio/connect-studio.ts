import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import { loadConfig } from '#infra/config/config.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { connectRuntime, type Runtime } from '#infra/runtime/connect.ts';

const runtimeFile = z.object({ databaseUrl: z.string(), eventStoreUrl: z.string() });

/** Reads the addresses of the embedded studio that runs on this data directory. */
export const readBackends = async (dataDir: string): Promise<z.infer<typeof runtimeFile>> =>
  runtimeFile.parse(JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8')));

/** Connects to the servers of a running embedded studio with its secrets. */
export async function connectStudio(dataDir: string): Promise<Runtime<StudioEvent>> {
  const config = loadConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
  return connectRuntime<StudioEvent>({
    config,
    logger: createLogger({ level: 'error', component: 'bench' }),
    clock: systemClock,
    registry: eventRegistry,
    backends: { ...(await readBackends(dataDir)), sandboxUrl: null },
  });
}
