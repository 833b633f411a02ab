import { Agent, request } from 'node:http';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}

export interface LoadResult {
  readonly seconds: number;
  /** Milliseconds of each answer, in order of arrival. */
  readonly latencies: readonly number[];
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

function send(agent: Agent, port: number, { method, path, token, body }: LoadRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}

/**
 * Sends the requests over `connections` kept-alive connections. Without `perSecond` each connection sends its next request after
 * an answer; with it, requests start at that even rate, independent of the answers.
 */
export async function loadHttp(options: {
  port: number;
  connections: number;
  requests: readonly LoadRequest[];
  perSecond?: number;
}): Promise<LoadResult> {
  const { port, connections, requests, perSecond } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const sendOne = async (wanted: LoadRequest, dueAt: number) => {
    const status = await send(agent, port, wanted);
    latencies.push(performance.now() - dueAt);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  if (perSecond === undefined) {
    let next = 0;
    const client = async () => {
      for (let wanted = requests[next++]; wanted !== undefined; wanted = requests[next++]) {
        await sendOne(wanted, performance.now());
      }
    };
    await Promise.all(Array.from({ length: connections }, client));
  } else {
    const running: Promise<void>[] = [];
    for (const [index, wanted] of requests.entries()) {
      const dueAt = started + (index * 1000) / perSecond;
      const wait = dueAt - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      running.push(sendOne(wanted, Math.max(dueAt, started)));
    }
    await Promise.all(running);
  }
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return { seconds, latencies, statuses };
}

/** Returns the percentile of a share such as 0.99. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
