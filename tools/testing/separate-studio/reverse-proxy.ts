import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** The Caddyfile's times, made short; but for how long an API that serves is looked for, since here it may be the machine that is slow. */
const healthIntervalMs = 100;
const healthTimeoutMs = 2_000;
const failDurationMs = 500;
const tryDurationMs = 20_000;
const tryIntervalMs = 50;

interface Upstream {
  readonly port: number;
  readonly agent: Agent;
  healthy: boolean;
  active: number;
  failedAt: number;
}

/** A request as it reached one of the servers behind the proxy, and what that answered. */
export interface Forwarded {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

/** What stands between members and the APIs, as Caddy does with infra/docker/Caddyfile. */
export interface ReverseProxy {
  readonly base: string;
  /** Which of the APIs it gives requests to now, by port. */
  servingPorts(): number[];
  close(): Promise<void>;
}

/** The request never reached a server, so it may be given to another. */
class NotSent extends Error {}

function send(
  upstream: Upstream,
  incoming: IncomingMessage,
  body: Buffer,
  gone: AbortSignal,
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
    signal: gone,
  });
  let connected = false;
  outgoing.on('socket', (socket) => {
    // One that was kept from an earlier request is connected already.
    if (socket.connecting) socket.once('connect', () => (connected = true));
    else connected = true;
  });
  outgoing.on('response', answer.resolve);
  outgoing.on('error', (cause) => answer.reject(connected ? cause : new NotSent('not sent', { cause })));
  outgoing.end(body);
  return answer.promise;
}

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

/**
 * Gives each request to the API that has the fewest, of those whose `/health/serving` says so; what did not reach one goes to
 * another for a while. A request that was sent is not sent twice, unless it is a GET. `/sandbox` goes to the stand-ins.
 */
export async function startReverseProxy(options: {
  port: number;
  apiPorts: readonly number[];
  sandboxPort: number;
  onForwarded?: (forwarded: Forwarded) => void;
}): Promise<ReverseProxy> {
  const upstreamOf = (port: number): Upstream => ({
    port,
    agent: new Agent({ keepAlive: true, timeout: 60_000 }),
    healthy: false,
    active: 0,
    failedAt: Number.NEGATIVE_INFINITY,
  });
  const apis = options.apiPorts.map(upstreamOf);
  const sandbox = upstreamOf(options.sandboxPort);
  const closing = new AbortController();

  async function watch(upstream: Upstream): Promise<void> {
    while (!closing.signal.aborted) {
      upstream.healthy = await isServing(upstream.port);
      await delay(healthIntervalMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  function choose(path: string): Upstream | undefined {
    if (path.startsWith('/sandbox/')) return sandbox;
    const serving = apis.filter(
      ({ healthy, failedAt }) => healthy && performance.now() - failedAt > failDurationMs,
    );
    // A verification runs in one API, and only that one can tell of it; here everyone has one address.
    if (path.startsWith('/api/audit/')) return serving[0];
    return serving.toSorted((a, b) => a.active - b.active)[0];
  }

  /** Tries until it has an answer, may not try again, or has tried for long enough. */
  async function forward(incoming: IncomingMessage, body: Buffer, gone: AbortSignal) {
    const until = performance.now() + tryDurationMs;
    for (;;) {
      const upstream = choose(incoming.url ?? '/');
      try {
        if (upstream === undefined) throw new NotSent('no API serves');
        upstream.active += 1;
        const answer = await send(upstream, incoming, body, gone);
        answer.once('close', () => {
          upstream.active -= 1;
        });
        return answer;
      } catch (error) {
        if (upstream !== undefined) {
          upstream.active -= 1;
          if (!gone.aborted) upstream.failedAt = performance.now();
        }
        const mayRetry = error instanceof NotSent || incoming.method === 'GET';
        if (gone.aborted || !mayRetry || performance.now() > until) throw error;
        await delay(tryIntervalMs);
      }
    }
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    let answer: IncomingMessage;
    try {
      answer = await forward(incoming, body, gone.signal);
    } catch (error) {
      const status = error instanceof NotSent ? 503 : 502;
      if (!outgoing.destroyed) outgoing.writeHead(status, { 'x-from': 'proxy' }).end();
      return;
    }
    const status = answer.statusCode ?? 502;
    options.onForwarded?.({
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      body: body.toString(),
      status,
    });
    const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...headers } = answer.headers;
    outgoing.writeHead(status, headers);
    outgoing.flushHeaders();
    // What was cut off on its way must look cut off here too.
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const watching = apis.map(watch);
  return {
    base: `http://127.0.0.1:${options.port}`,
    servingPorts: () => apis.filter(({ healthy }) => healthy).map(({ port }) => port),
    async close() {
      closing.abort();
      server.closeAllConnections();
      server.close();
      await Promise.all(watching);
      for (const { agent } of [...apis, sandbox]) agent.destroy();
    },
  };
}
