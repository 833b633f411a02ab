import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Upstream, Upstreams } from './upstreams.ts';

const retryForMs = 20_000;
const retryIntervalMs = 50;

/** A request that was sent to an upstream, and the status of the answer. */
export interface ForwardedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

/** Balances the load of the APIs, as Caddy does with infra/docker/Caddyfile. */
export interface ReverseProxy {
  readonly base: string;
  /** Ports of the APIs that receive requests. */
  servingPorts(): number[];
  close(): Promise<void>;
}

/** The request did not reach a server, so another one may receive it. */
class NotSentError extends Error {}

function send(
  upstream: Upstream,
  incoming: IncomingMessage,
  body: Buffer,
  disconnected: AbortSignal,
): Promise<IncomingMessage> {
  const answer = Promise.withResolvers<IncomingMessage>();
  const { connection: _, 'transfer-encoding': __, ...headers } = incoming.headers;
  const outgoing = request({
    host: '127.0.0.1',
    port: upstream.port,
    agent: upstream.agent,
    method: incoming.method,
    path: incoming.url,
    headers: {
      ...headers,
      ...(body.length > 0 ? { 'content-length': String(body.length) } : {}),
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
    },
    signal: disconnected,
  });
  let isConnected = false;
  outgoing.on('socket', (socket) => {
    // A kept-alive socket is connected already.
    if (socket.connecting) socket.once('connect', () => (isConnected = true));
    else isConnected = true;
  });
  outgoing.on('response', answer.resolve);
  outgoing.on('error', (cause) =>
    answer.reject(isConnected ? cause : new NotSentError('not sent', { cause })),
  );
  outgoing.end(body);
  return answer.promise;
}

async function sendOnce(
  upstream: Upstream | undefined,
  incoming: IncomingMessage,
  body: Buffer,
  disconnected: AbortSignal,
): Promise<IncomingMessage> {
  if (upstream === undefined) throw new NotSentError('no API is healthy');
  upstream.activeRequests += 1;
  try {
    const answer = await send(upstream, incoming, body, disconnected);
    answer.once('close', () => {
      upstream.activeRequests -= 1;
    });
    return answer;
  } catch (error) {
    upstream.activeRequests -= 1;
    if (!disconnected.aborted) upstream.failedAt = performance.now();
    throw error;
  }
}

/** Retries for a while what did not reach an upstream. Repeats a request that did only if it is a GET. */
async function forward(
  upstreams: Upstreams,
  incoming: IncomingMessage,
  body: Buffer,
  disconnected: AbortSignal,
): Promise<IncomingMessage> {
  const until = performance.now() + retryForMs;
  for (;;) {
    try {
      return await sendOnce(upstreams.choose(incoming.url ?? '/'), incoming, body, disconnected);
    } catch (error) {
      const mayRetry = error instanceof NotSentError || incoming.method === 'GET';
      if (disconnected.aborted || !mayRetry || performance.now() > until) throw error;
      await delay(retryIntervalMs);
    }
  }
}

function passAnswer(answer: IncomingMessage, outgoing: ServerResponse): void {
  const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers);
  outgoing.flushHeaders();
  // A broken answer must be broken for the client too.
  answer.on('error', () => outgoing.destroy());
  answer.pipe(outgoing);
}

async function handle(
  upstreams: Upstreams,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  onForwarded: (forwarded: ForwardedRequest) => void,
): Promise<void> {
  const disconnected = new AbortController();
  outgoing.once('close', () => disconnected.abort());
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  let answer: IncomingMessage;
  try {
    answer = await forward(upstreams, incoming, body, disconnected.signal);
  } catch (error) {
    const status = error instanceof NotSentError ? 503 : 502;
    if (!outgoing.destroyed) outgoing.writeHead(status, { 'x-from': 'proxy' }).end();
    return;
  }
  onForwarded({
    method: incoming.method ?? 'GET',
    path: incoming.url ?? '/',
    body: body.toString(),
    status: answer.statusCode ?? 502,
  });
  passAnswer(answer, outgoing);
}

export async function startReverseProxy(options: {
  port: number;
  apiPorts: readonly number[];
  sandboxPort: number;
  onForwarded: (forwarded: ForwardedRequest) => void;
}): Promise<ReverseProxy> {
  const upstreams = new Upstreams(options.apiPorts, options.sandboxPort);
  const server = createServer((incoming, outgoing) => {
    handle(upstreams, incoming, outgoing, options.onForwarded).catch(() => outgoing.destroy());
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${options.port}`,
    servingPorts: () => upstreams.healthyPorts(),
    async close() {
      server.closeAllConnections();
      server.close();
      await upstreams.close();
    },
  };
}
