import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { metricsHandler } from '../telemetry/metrics.ts';

/** Serves a process's health and metrics over HTTP, apart from the site. */
export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/** One check. A failed one raises an alert but leaves the process ready, because a restart would not help. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  /** Of a read model or the reactors: how far it is behind the end of the log. */
  readonly lagEvents?: number;
  readonly lagSeconds?: number;
  /** A sentence about the failure. */
  readonly detail?: string;
}

const checksFailed: HealthCheck = { name: 'checks', ok: false, detail: 'A check could not be made.' };

/**
 * Serves `GET /health/live` (200 while the process runs), `GET /health/ready` (200 with the checks while `isReady` resolves to true,
 * else 503) and `GET /metrics` while metrics are on. For the inner network, because it needs no authentication. `port` 0 takes a
 * free one.
 */
export async function serveHealth(
  { host, port }: { host: string; port: number },
  isReady: () => Promise<boolean>,
  runChecks: () => Promise<readonly HealthCheck[]> = async () => [],
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    const metrics = metricsHandler();
    if (path === '/metrics' && metrics !== null) return metrics(request, response);
    if (path === '/health/live') return answer(response, 200, { status: 'ok' });
    if (path !== '/health/ready') return answer(response, 404, { status: 'unknown' });
    return isReady().then(
      async (ready) => {
        if (!ready) return answer(response, 503, { status: 'starting' });
        const checks = await runChecks().catch(() => [checksFailed]);
        const status = checks.every(({ ok }) => ok) ? 'ok' : 'degraded';
        return answer(response, 200, { status, ...(checks.length === 0 ? {} : { checks }) });
      },
      () => answer(response, 503, { status: 'unavailable' }),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
