import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** The times of infra/docker/Caddyfile, shortened; the health check's timeout stays long for a slow test machine. */
const healthIntervalMs = 100;
const healthTimeoutMs = 2_000;
const failDurationMs = 500;

/** A server behind the proxy. */
export interface Upstream {
  readonly port: number;
  readonly agent: Agent;
  isHealthy: boolean;
  activeRequests: number;
  failedAt: number;
}

const createUpstream = (port: number): Upstream => ({
  port,
  agent: new Agent({ keepAlive: true, timeout: 60_000 }),
  isHealthy: false,
  activeRequests: 0,
  failedAt: Number.NEGATIVE_INFINITY,
});

async function isServing(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/serving`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(healthTimeoutMs),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Checks the health of the APIs, and chooses an upstream for each request. */
export class Upstreams {
  readonly #apis: readonly Upstream[];
  readonly #sandbox: Upstream;
  readonly #closing = new AbortController();
  readonly #healthChecks: readonly Promise<void>[];

  constructor(apiPorts: readonly number[], sandboxPort: number) {
    this.#apis = apiPorts.map(createUpstream);
    this.#sandbox = createUpstream(sandboxPort);
    this.#healthChecks = this.#apis.map((upstream) => this.#checkHealth(upstream));
  }

  healthyPorts(): number[] {
    return this.#apis.filter(({ isHealthy }) => isHealthy).map(({ port }) => port);
  }

  /** Returns the healthy API with the fewest active requests; the stand-ins for `/sandbox`. */
  choose(path: string): Upstream | undefined {
    if (path.startsWith('/sandbox/')) return this.#sandbox;
    const healthy = this.#apis.filter(
      ({ isHealthy, failedAt }) => isHealthy && performance.now() - failedAt > failDurationMs,
    );
    // One API runs a verification, and only that one knows its state.
    if (path.startsWith('/api/audit/')) return healthy[0];
    return healthy.toSorted((a, b) => a.activeRequests - b.activeRequests)[0];
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#healthChecks);
    for (const { agent } of [...this.#apis, this.#sandbox]) agent.destroy();
  }

  async #checkHealth(upstream: Upstream): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      upstream.isHealthy = await isServing(upstream.port);
      await delay(healthIntervalMs, undefined, { signal }).catch(() => {});
    }
  }
}
