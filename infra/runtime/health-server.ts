import { once } from 'node:events';
import { createServer } from 'node:http';

/** What a process without a site says of itself over HTTP. */
export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * `GET /health/live` and `/health/ready` for a process that serves nothing else: 200 while it runs and `isReady` answers true,
 * 503 otherwise, a failed `isReady` included. `port` 0 takes a free one.
 */
export async function serveHealth(
  { host, port }: { host: string; port: number },
  isReady: () => Promise<boolean>,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify({ status: text }));
    if (request.url === '/health/live') return answer(200, 'ok');
    if (request.url !== '/health/ready') return answer(404, 'unknown');
    return isReady().then(
      (ready) => answer(ready ? 200 : 503, ready ? 'ok' : 'starting'),
      () => answer(503, 'unavailable'),
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
