import { z } from 'zod';
import { errorAnswer } from '#services/contract/errors.ts';
import { payByCard } from './pay-by-card.ts';

/** An answer of the API; the body is parsed if it is JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The status and code of a refused request, such as "409 CLASS_FULL". */
export const refusal = ({ status, body }: Answer): string => `${status} ${errorAnswer.parse(body).code}`;

const tokenAnswer = z.object({ token: z.string() });
const paymentAnswer = z.object({ clientSecret: z.string() });

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One user of the studio's HTTP API, signed in or not. */
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

  /** The headers that authenticate requests. */
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

  /** Calls, and throws unless the answer is 2xx and has the given shape. */
  async expect<T>(shape: z.ZodType<T>, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, body);
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return shape.parse(answer.body);
  }

  /** Signs a new member up and returns their client. */
  async signUp(email: string, name = 'Test Member'): Promise<StudioClient> {
    const answer = await this.expect(tokenAnswer, 'POST', '/api/auth/signup', {
      name,
      email,
      phone: '07700 900123',
      password: 'seaside-7',
    });
    return new StudioClient(this.base, answer.token);
  }

  async staff(role: 'admin' | 'instructor' | 'auditor', password = `${role}-sandbox`): Promise<StudioClient> {
    const answer = await this.expect(tokenAnswer, 'POST', '/api/staff/session', { role, password });
    return new StudioClient(this.base, answer.token);
  }

  /** Pays with a test card in the sandbox, as the browser's script does, and returns the payment's id. */
  async pay(clientSecret: string, card?: string): Promise<string> {
    return (await payByCard(this.base, { clientSecret }, card)).id;
  }

  /** Buys a pass with a test card in the sandbox. */
  async buy(passId: number, card?: string): Promise<Answer> {
    const { clientSecret } = await this.expect(paymentAnswer, 'POST', '/api/create-payment-intent', {
      passId,
    });
    const paymentIntent = await this.pay(clientSecret, card);
    return this.call('POST', '/api/complete-payment', { payment_intent_id: paymentIntent });
  }
}
