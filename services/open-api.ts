import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StudioEvent } from '#domain/registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import type { HealthCheck } from '#infra/runtime/health-server.ts';
import { openHealth } from '#infra/runtime/open-health.ts';
import type { Shutdown } from '#infra/runtime/shutdown.ts';
import { type ApiOptions, createApi } from './api/create-api.ts';
import { openStudio } from './commands/studio/open-studio.ts';

const webRoot = fileURLToPath(new URL('../web/dist', import.meta.url));

export interface StudioApi {
  /**
   * Accepts requests, and gives a new studio its catalogue and settings. Returns the position of the last event that this
   * appended, or null.
   */
  start(): Promise<bigint | null>;
  /** Makes `/health/ready` succeed until the process shuts down. */
  markReady(): void;
}

/** Opens the API of a process and its health page, and registers both with `shutdown`. */
export async function openApi(
  options: {
    runtime: Runtime<StudioEvent>;
    shutdown: Shutdown;
    /** Further checks of the health page. */
    runChecks?: () => Promise<readonly HealthCheck[]>;
  } & Pick<ApiOptions, 'waiter' | 'board' | 'extend' | 'isDemoBeingMade'>,
): Promise<StudioApi> {
  const { runtime, shutdown } = options;
  const { config, backends, pool } = runtime;
  let hasStarted = false;
  const isReady = () => hasStarted && !shutdown.hasBegun;
  const api = await createApi({
    ...options,
    isReady,
    isShuttingDown: () => shutdown.hasBegun,
    webRoot: existsSync(webRoot) ? webRoot : null,
  });
  shutdown.addStep('api', () => api.close(), 12_000);
  await openHealth({
    ...backends,
    config,
    pool,
    shutdown,
    isReady,
    ...(options.runChecks === undefined ? {} : { runChecks: options.runChecks }),
  });
  return {
    async start() {
      await api.listen({ port: config.port, host: config.host });
      const { position } = await openStudio(runtime, null, {
        now: runtime.clock.now(),
        commandId: 'open-studio',
        actor: { kind: 'system', name: 'opening' },
      });
      return position;
    },
    markReady() {
      hasStarted = true;
    },
  };
}
