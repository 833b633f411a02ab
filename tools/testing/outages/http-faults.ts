import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What can be wrong with a provider. */
export type ProviderFault =
  /** The connection breaks before anything is done. */
  | 'refuses'
  /** Takes the call and never answers it; nothing is done. */
  | 'hangs'
  /** Answers after seconds. */
  | 'slow'
  | 'answers 500'
  | 'answers 429'
  /** 200, and a page of HTML where JSON is due. */
  | 'garbage'
  /** Does what is asked; the connection breaks before the answer. */
  | 'answer lost';

export type Provider = 'stripe' | 'brevo';

export interface HttpFaults {
  /** In place of the sandbox's own address. */
  readonly origin: string;
  /** Null: nothing is wrong. Calls that hang are let go. */
  set(provider: Provider, fault: ProviderFault | null): void;
  /** How many calls met the fault since it was set. */
  met(provider: Provider): number;
  close(): Promise<void>;
}

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Stands before the stand-ins of Stripe and Brevo and does to their calls what the network and the providers may do. */
export async function startHttpFaults(target: () => string, { slowMs = 3_000 } = {}): Promise<HttpFaults> {
  const faults = new Map<Provider, ProviderFault>();
  const met = new Map<Provider, number>();
  const hanging = new Set<ServerResponse>();
  const late = new Set<NodeJS.Timeout>();

  async function forward(incoming: IncomingMessage, body: Buffer): Promise<Forwarded> {
    const { host: _, ...headers } = incoming.headers;
    const call = request(`${target()}${incoming.url ?? '/'}`, { method: incoming.method, headers });
    call.end(body);
    const [answer]: IncomingMessage[] = await once(call, 'response');
    if (answer === undefined) throw new Error('no answer');
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider: Provider = incoming.url?.startsWith('/sandbox/brevo') ? 'brevo' : 'stripe';
    const fault = faults.get(provider) ?? null;
    if (fault !== null) met.set(provider, (met.get(provider) ?? 0) + 1);
    const body = await buffer(incoming);
    const answer = (status: number, type: string, text: string) =>
      response.writeHead(status, { 'content-type': type }).end(text);
    const pass = async () => {
      const { status, headers, body: answered } = await forward(incoming, body);
      if (fault === 'answer lost') response.destroy();
      else response.writeHead(status, headers).end(answered);
    };
    switch (fault) {
      case 'refuses':
        response.destroy();
        return;
      case 'hangs':
        hanging.add(response);
        return;
      case 'slow':
        late.add(setTimeout(() => void pass().catch(() => response.destroy()), slowMs));
        return;
      case 'answers 500':
        answer(500, 'application/json', '{"error":{"type":"api_error","message":"Something went wrong"}}');
        return;
      case 'answers 429':
        answer(
          429,
          'application/json',
          '{"error":{"type":"rate_limit_error","code":"rate_limit","message":"Too many"}}',
        );
        return;
      case 'garbage':
        answer(200, 'text/html', '<html><body>Bad gateway</body></html>');
        return;
      default:
        await pass();
    }
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const letGo = () => {
    for (const response of hanging) response.destroy();
    hanging.clear();
  };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    set(provider, fault) {
      met.set(provider, 0);
      if (fault === null) faults.delete(provider);
      else faults.set(provider, fault);
      letGo();
    },
    met: (provider) => met.get(provider) ?? 0,
    async close() {
      letGo();
      for (const timer of late) clearTimeout(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
