import { z } from 'zod';
import { payByCard } from './pay-by-card.ts';

/** An answer of the API, with its body as it came. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const token = z.object({ token: z.string() });
const intent = z.object({ clientSecret: z.string() });

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One person (or visitor) using the studio over HTTP, as a browser would. */
export class StudioClient {
  readonly base: string;
  readonly #token: string | undefined;

  constructor(base: string, bearer?: string) {
    this.base = base;
    this.#token = bearer;
  }

  get token(): string {
    if (this.#token === undefined) throw new Error('This client has not signed in');
    return this.#token;
  }

  /** What says who asks. */
  get headers(): Record<string, string> {
    return this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.base + path, {
      method,
      headers: {
        ...this.headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await readBody(response) };
  }

  /** Calls and insists on a 2xx answer of the given shape. */
  async expect<T>(shape: z.ZodType<T>, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, body);
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return shape.parse(answer.body);
  }

  /** A new member, signed in. */
  async signUp(email: string, name = 'Test Member'): Promise<StudioClient> {
    const answer = await this.expect(token, 'POST', '/api/auth/signup', {
      name,
      email,
      phone: '07700 900123',
      password: 'seaside-7',
    });
    return new StudioClient(this.base, answer.token);
  }

  async staff(role: 'admin' | 'instructor' | 'auditor', password = `${role}-sandbox`): Promise<StudioClient> {
    const answer = await this.expect(token, 'POST', '/api/staff/session', { role, password });
    return new StudioClient(this.base, answer.token);
  }

  /** Pays a payment with a test card in the sandbox, as the browser's script does; answers its id. */
  async pay(clientSecret: string, card?: string): Promise<string> {
    return (await payByCard(this.base, { clientSecret }, card)).id;
  }

  /** Pays for a pass with a test card in the sandbox, and has it granted. */
  async buy(passId: number, card?: string): Promise<Answer> {
    const { clientSecret } = await this.expect(intent, 'POST', '/api/create-payment-intent', { passId });
    const paymentIntent = await this.pay(clientSecret, card);
    return this.call('POST', '/api/complete-payment', { payment_intent_id: paymentIntent });
  }
}
