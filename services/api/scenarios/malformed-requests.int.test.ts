import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stripeSignature } from '#embedded/sandbox/stripe/signature.ts';
import { createProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { type Api, createApi } from '../create-api.ts';
import { routeCases } from '../testing/bad-input/all-routes.fixture.ts';
import { wrongBodies, wrongPathIds } from '../testing/bad-input/invalid-requests.fixture.ts';

interface Route {
  readonly method: string;
  readonly url: string;
  /** The parameters of the query that the route reads. */
  readonly queryNames: readonly string[];
}

const routes: Route[] = [];
let studio: TestStudio;
let api: Api;
let base: string;
let closeWaiter: () => Promise<void>;
let tokens: Readonly<Record<'visitor' | 'member' | 'admin', () => Promise<string | null>>>;

const objectSchema = z.looseObject({ shape: z.record(z.string(), z.unknown()) });
const findQueryNames = (schema: unknown) => {
  const parsed = z.object({ querystring: objectSchema }).safeParse(schema);
  return parsed.success ? Object.keys(parsed.data.querystring.shape) : [];
};

beforeAll(async () => {
  studio = await startOwnStudio({ environment: { LOG_LEVEL: 'fatal' } });
  const { runtime } = studio;
  const waiter = await createProjectionWaiter({
    listenUrl: runtime.backends.databaseUrl,
    pool: runtime.pool,
    log: runtime.logger,
  });
  closeWaiter = () => waiter.close();
  api = await createApi({
    runtime,
    waiter,
    isReady: () => true,
    webRoot: null,
    board: { open: async () => [] },
    onRoute: ({ method, url, schema }) => {
      for (const each of [method].flat()) {
        if (each !== 'HEAD') routes.push({ method: each, url, queryNames: findQueryNames(schema) });
      }
    },
  });
  base = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { client } = await studio.memberWithPasses(1);
  const admin = await studio.admin();
  tokens = { visitor: async () => null, member: async () => client.token, admin: async () => admin.token };
});
afterAll(async () => {
  await api?.close();
  await closeWaiter?.();
  await studio?.stop();
});

const toPath = (url: string, id = '2147483647') => url.replaceAll(/:\w+/g, id).replace(/\*$/, 'x');
/** Every route has a case; those without are pages for staff. */
const findCase = ({ method, url }: Route) =>
  routeCases[`${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`] ?? { as: 'admin' as const };
const isWrite = ({ method }: Route) => method !== 'GET' && method !== 'OPTIONS';
/** These end the session that the other requests need. */
const endsSession = ({ url }: Route) => /signout|staff\/session$/.test(url);

interface Sent {
  readonly query?: string;
  readonly id?: string;
  readonly type?: string | null;
  readonly body?: string | Buffer | null;
}

interface Answer {
  readonly status: number;
  readonly about: string;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

async function send(route: Route, { query = '', id, type, body }: Sent): Promise<Answer> {
  const token = endsSession(route) ? null : await tokens[findCase(route).as]();
  const stop = new AbortController();
  const path = toPath(route.url, id) + query;
  const response = await fetch(base + path, {
    method: route.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(type ? { 'content-type': type } : {}),
    },
    ...(body === null || body === undefined ? {} : { body: Buffer.from(body) }),
    redirect: 'manual',
    signal: stop.signal,
  });
  // An event stream never ends.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? '' : await response.text();
  stop.abort();
  // The page of jobs has its own shape of errors, which its script reads.
  const isStudios = !route.url.startsWith('/api/admin/jobs') && response.status >= 400;
  const parsed = isStudios ? errorAnswer.strict().safeParse(parseJson(text)) : null;
  const about = `${route.method} ${path.slice(0, 120)} ${type} ${String(body).slice(0, 60)} → ${response.status} ${text.slice(0, 200)}`;
  if (parsed?.success === false) return { status: 599, about: `${about} is not the error shape` };
  return { status: response.status, about };
}

/** An error of the server, other than that this studio has no Stripe. */
const isFault = (route: Route, { status }: Answer) =>
  status >= 500 && !(status === 503 && findCase(route).answers === 503);
const isRefusal = ({ status }: Answer) => status >= 400 && status < 500;

/** Sends every request to every route, some at a time, and returns what is not as it should be. */
async function findProblems(
  sends: readonly (readonly [Route, Sent])[],
  isRight: (route: Route, answer: Answer) => boolean,
): Promise<string[]> {
  const problems: string[] = [];
  for (let from = 0; from < sends.length; from += 16) {
    const batch = sends.slice(from, from + 16);
    const answers = await Promise.all(batch.map(([route, sent]) => send(route, sent)));
    answers.forEach((answer, index) => {
      const route = batch[index]?.[0];
      if (route !== undefined && !isRight(route, answer)) problems.push(answer.about);
    });
  }
  return problems;
}

const isUnreadable = ({ type, text }: (typeof wrongBodies)[number]): boolean => {
  if (type === null || text === null) return false;
  if (!type.startsWith('application/json') || text.length > 256 * 1024) return true;
  try {
    JSON.parse(text);
    return /__proto__|constructor/.test(text);
  } catch {
    return true;
  }
};

describe('every registered route', () => {
  it('is tested here, the undocumented ones included', () => {
    expect(routes.length).toBeGreaterThan(Object.keys(routeCases).length);
    const registered = new Set(
      routes.map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    expect(Object.keys(routeCases).filter((route) => !registered.has(route))).toEqual([]);
  });

  it('refuses a body that can not be read, whether it takes one or not', async () => {
    const sends = routes
      .filter(isWrite)
      .flatMap((route) =>
        wrongBodies
          .filter(isUnreadable)
          .map(({ type, text }): [Route, Sent] => [route, { type, body: text }]),
      );
    expect(await findProblems(sends, (_route, answer) => isRefusal(answer))).toEqual([]);
  });

  it('survives every other body', async () => {
    const bodies = [
      ...wrongBodies.filter((body) => !isUnreadable(body)),
      ...['1e400', '-0', '"\\ud800"', '{"a":"\\u0000"}', '{"\\ud800":1}', '{"":{}}', '{"a":1,"a":2}'].map(
        (text) => ({ type: 'application/json', text }),
      ),
    ];
    const sends = routes
      .filter(isWrite)
      .flatMap((route) => bodies.map(({ type, text }): [Route, Sent] => [route, { type, body: text }]));
    expect(await findProblems(sends, (route, answer) => !isFault(route, answer))).toEqual([]);
  });

  it('survives bytes that are not UTF-8', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x22, 0xc0, 0x80, 0x22, 0x7d]);
    const sends = routes
      .filter(isWrite)
      .map((route): [Route, Sent] => [route, { type: 'application/json', body }]);
    expect(await findProblems(sends, (route, answer) => !isFault(route, answer))).toEqual([]);
  });

  it('survives every id in its path, and refuses what is no id', async () => {
    const sends = routes
      .filter(({ url }) => url.includes(':') || url.endsWith('*'))
      .flatMap((route) =>
        [...wrongPathIds, '%ED%A0%80', '..%2F..', "'%20OR%201=1--", '%0D%0A', '1;2', '١'].map(
          (id): [Route, Sent] => [route, { id }],
        ),
      );
    expect(await findProblems(sends, (route, answer) => !isFault(route, answer))).toEqual([]);
  });

  it('survives every query', async () => {
    const queries = [
      '?%E0%A4%A',
      '?x=%00',
      '?x=%ED%A0%80',
      '?x[]=1&x[a]=2',
      '?__proto__=1&constructor=2',
      '?=&&&==',
      `?x=${'9'.repeat(5_000)}`,
      `?${'a=1&'.repeat(1_000)}`,
    ];
    const sends = routes.flatMap((route) => queries.map((query): [Route, Sent] => [route, { query }]));
    expect(await findProblems(sends, (route, answer) => !isFault(route, answer))).toEqual([]);
  });

  it('refuses a parameter of its query that comes twice, or as what it is not', async () => {
    const sends = routes.flatMap((route) =>
      route.queryNames.flatMap((name) =>
        [`?${name}=1&${name}=2`, `?${name}=%00`, `?${name}=${'x'.repeat(600)}`].map(
          (query): [Route, Sent] => [route, { query }],
        ),
      ),
    );
    expect(sends.length).toBeGreaterThan(20);
    expect(await findProblems(sends, (_route, answer) => isRefusal(answer))).toEqual([]);
  });
});

describe('a webhook that is signed', () => {
  const deliver = async (body: string | Buffer) => {
    const signature = stripeSignature(String(body), studio.runtime.config.stripe.webhookSecret, new Date());
    const response = await fetch(`${base}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  const countStored = async () => (await studio.runtime.pool.query('SELECT 1 FROM stripe_webhooks')).rowCount;
  const event = (changes: object = {}, object: unknown = { id: 'pi_1', object: 'payment_intent' }) => ({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1_780_000_000,
    data: { object },
    ...changes,
  });
  const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 42],
    ['a text', 'evt_1'],
    ['a list', [event()]],
    ['nothing', {}],
    ['no id', event({ id: undefined })],
    ['an id that is null', event({ id: null })],
    ['an id that is a number', event({ id: 7 })],
    ['an empty id', event({ id: '' })],
    ['an id with a null character', event({ id: 'evt_\u0000' })],
    ['an id with half a character', event({ id: 'evt_\ud800' })],
    ['a very long id', event({ id: `evt_${'1'.repeat(10_000)}` })],
    ['no type', event({ type: undefined })],
    ['a type that is a list', event({ type: ['payment_intent.succeeded'] })],
    ['a type with a null character', event({ type: 'a\u0000' })],
    ['a time that is a text', event({ created: 'now' })],
    ['a time beyond all calendars', event({ created: 1e300 })],
    ['no data', event({ data: undefined })],
    ['data that is null', event({ data: null })],
    ['an object that is null', event({}, null)],
    ['an object that is a text', event({}, 'pi_1')],
    ['an object’s id with a null character', event({}, { id: 'pi_\u0000', object: 'payment_intent' })],
    [
      'a reference with a null character',
      event({}, { id: 're_1', object: 'refund', payment_intent: 'p\u0000' }),
    ],
    ['a very long reference', event({}, { id: 're_1', object: 'refund', payment_intent: 'p'.repeat(5_000) })],
    ['a thin event without an id', { object: 'v2.core.event', type: 'a', created: '2026-05-12T09:00:00Z' }],
  ])('with %s is 400 and stores nothing', async (_what, body) => {
    const before = await countStored();
    const answer = await deliver(JSON.stringify(body));
    expect(answer.status).toBe(400);
    expect(errorAnswer.strict().parse(answer.body).code).toBe('INVALID_INPUT');
    expect(await countStored()).toBe(before);
  });

  it.each<[string, string | Buffer]>([
    ['no JSON', '{"id":'],
    ['two documents', '{}{}'],
    ['a null character', '\u0000'],
    ['deep nesting', nested],
  ])('with %s is 400', async (_what, body) => {
    const answer = await deliver(body);
    expect(answer.status).toBe(400);
    expect(errorAnswer.strict().parse(answer.body).code).toBe('INVALID_INPUT');
  });

  it.each<[string, object]>([
    ['of a type that nothing acts upon', event({ type: 'balance.available' }, { object: 'balance' })],
    [
      'about an object whose id a person chose',
      event({ type: 'coupon.created' }, { id: '25% off!', object: 'coupon' }),
    ],
    [
      'with an expanded reference',
      event({}, { id: 're_1', object: 'refund', payment_intent: { id: 'pi_9' } }),
    ],
    [
      'without its object',
      {
        id: `evt_${randomUUID()}`,
        object: 'v2.core.event',
        type: 'v2.core.account.updated',
        created: '2026-05-12T09:00:00Z',
      },
    ],
  ])('%s is 200, and stored once', async (_what, body) => {
    const before = (await countStored()) ?? 0;
    for (let times = 0; times < 2; times += 1) {
      expect(await deliver(JSON.stringify(body))).toEqual({ status: 200, body: { received: true } });
    }
    expect(await countStored()).toBe(before + 1);
  });
});
