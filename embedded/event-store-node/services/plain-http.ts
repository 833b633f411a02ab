import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenCounts } from '../grpc/listen.ts';
import { type NodeIdentity, SERVER_VERSION } from './discovery.ts';

/** What `/stats` reports of the node, beside its process. */
export interface NodeStats extends OpenCounts {
  /** Subscriptions that have caught up or wait for their stream. */
  readonly listeners: number;
}

/** Serves the HTTP pages of a node: /health/live, /info, /gossip and /stats. */
export function answerPlainHttp(
  identity: NodeIdentity,
  readStats: () => NodeStats,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = (request.url ?? '').split('?')[0];
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405).end();
    return;
  }
  switch (path) {
    case '/health/live':
      response.writeHead(204).end();
      return;
    case '/info':
      sendJson(response, {
        esVersion: SERVER_VERSION,
        state: 'leader',
        features: { projections: false, userManagement: false, atomPub: false },
        authentication: { type: 'insecure', properties: {} },
      });
      return;
    case '/gossip':
      sendJson(response, {
        members: [
          {
            instanceId: identity.instanceId,
            timeStamp: new Date().toISOString(),
            state: 'Leader',
            isAlive: true,
            httpEndPointIp: identity.host,
            httpEndPointPort: identity.port,
          },
        ],
        serverIp: identity.host,
        serverPort: identity.port,
      });
      return;
    case '/stats': {
      const { rss, heapUsed } = process.memoryUsage();
      sendJson(response, {
        proc: { id: process.pid, upTimeSeconds: process.uptime(), mem: rss, heap: heapUsed },
        es: readStats(),
      });
      return;
    }
    default:
      response.writeHead(404).end();
  }
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
