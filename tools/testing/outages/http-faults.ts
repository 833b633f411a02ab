import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type ProviderFault =
  /** The connection breaks before anything is done. */
  | 'refuses'
  /** The provider receives the request, does nothing, and never answers. */
  | 'hangs'
  /** The answer comes after seconds. */
  | 'slow'
  | 'answers 500'
  | 'answers 429'
  /** 200 with a page of HTML instead of JSON. */
  | 'garbage'
  /** The request takes effect; the connection breaks before the answer. */
  | 'answer lost';

export type Provider = 'stripe' | 'brevo' | 'push';

function toProvider(url = ''): Provider {
  if (url.startsWith('/sandbox/brevo')) return 'brevo';
  return url.startsWith('/sandbox/push') ? 'push' : 'stripe';
}

export interface HttpFaults {
  /** Replaces the sandbox's own origin. */
  readonly origin: string;
  /** Sets a fault, or null for none. Closes the connections of hanging requests. */
  set(provider: Provider, fault: ProviderFault | null): void;
  /** Number of requests that met the fault since it was set. */
  met(provider: Provider): number;
  close(): Promise<void>;
}

const fixedAnswers: ReadonlyMap<ProviderFault | null, readonly [status: number, type: string, body: string]> =
  new Map([
    [
      'answers 500',
      [500, 'application/json', '{"error":{"type":"api_error","message":"Something went wrong"}}'],
    ],
    [
      'answers 429',
      [
        429,
        'application/json',
        '{"error":{"type":"rate_limit_error","code":"rate_limit","message":"Too many"}}',
      ],
    ],
    ['garbage', [200, 'text/html', '<html><body>Bad gateway</body></html>']],
  ]);

/** Sends a request on to the stand-in, and returns a function that passes the answer to the client. */
async function forward(
  origin: string,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<(response: ServerResponse) => void> {
  const { host: _, ...headers } = incoming.headers;
  const outgoing = request(`${origin}${incoming.url ?? '/'}`, { method: incoming.method, headers });
  outgoing.end(body);
  const [answer]: IncomingMessage[] = await once(outgoing, 'response');
  if (answer === undefined) throw new Error('The stand-in did not answer');
  const content = await buffer(answer);
  return (response) => response.writeHead(answer.statusCode ?? 502, answer.headers).end(content);
}

/** Starts a proxy before the stand-ins of Stripe, Brevo and the push service that imitates faults of the network and the providers. */
export async function startHttpFaults(target: () => string, { slowMs = 3_000 } = {}): Promise<HttpFaults> {
  const faults = new Map<Provider, ProviderFault>();
  const met = new Map<Provider, number>();
  const hanging = new Set<ServerResponse>();
  const delayed = new Set<NodeJS.Timeout>();

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = toProvider(incoming.url);
    const fault = faults.get(provider) ?? null;
    if (fault !== null) met.set(provider, (met.get(provider) ?? 0) + 1);
    const body = await buffer(incoming);
    const pass = async () => {
      const sendAnswer = await forward(target(), incoming, body);
      if (fault === 'answer lost') response.destroy();
      else sendAnswer(response);
    };
    const fixed = fixedAnswers.get(fault);
    if (fixed !== undefined) {
      const [status, type, text] = fixed;
      response.writeHead(status, { 'content-type': type }).end(text);
    } else if (fault === 'refuses') response.destroy();
    else if (fault === 'hangs') hanging.add(response);
    else if (fault === 'slow')
      delayed.add(setTimeout(() => void pass().catch(() => response.destroy()), slowMs));
    else await pass();
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  const closeHanging = () => {
    for (const response of hanging) response.destroy();
    hanging.clear();
  };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    set(provider, fault) {
      met.set(provider, 0);
      if (fault === null) faults.delete(provider);
      else faults.set(provider, fault);
      closeHanging();
    },
    met: (provider) => met.get(provider) ?? 0,
    async close() {
      closeHanging();
      for (const timer of delayed) clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
