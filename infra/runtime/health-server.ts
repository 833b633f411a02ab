import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { metricsHandler } from '../telemetry/metrics.ts';

/** What a process says of itself over HTTP, apart from the site. */
export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/** One thing that is looked at. What is not well is alerted, and does not make a process unready: a restart mends none of it. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  /** Of something that follows the log: how far it is behind its end. */
  readonly lagEvents?: number;
  readonly lagSeconds?: number;
  /** A sentence about what is not well. */
  readonly detail?: string;
}

/**
 * `GET /health/live` and `/health/ready`: 200 while the process runs and `isReady` answers true, 503 otherwise, a failed `isReady`
 * included; a ready one says with what `look` found. `GET /metrics` for Prometheus, where metrics are kept. For the inner network:
 * none of it is asked who asks. `port` 0 takes a free one.
 */
export async function serveHealth(
  { host, port }: { host: string; port: number },
  isReady: () => Promise<boolean>,
  look: () => Promise<readonly HealthCheck[]> = async () => [],
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
        const checks = await look().catch(() => []);
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
