import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogEnd, type LogEnd } from '#infra/event-store/log-end.ts';
import { errorAnswer } from '#services/contract/errors.ts';
import { isRaw } from '#services/contract/testing/wrong-fields.fixture.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { routeCases } from '../testing/bad-input/all-routes.fixture.ts';
import {
  wrongBodies,
  wrongForAnyField,
  wrongPathIds,
} from '../testing/bad-input/invalid-requests.fixture.ts';
import type { RouteCase } from '../testing/bad-input/route-case.fixture.ts';

const strictError = errorAnswer.strict();
const openApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ requestBody: z.unknown().optional(), responses: z.record(z.string(), z.unknown()) }),
    ),
  ),
});

let studio: TestStudio;
let end: LogEnd;
let tokens: Record<RouteCase['as'], string | null>;
beforeAll(async () => {
  studio = await startOwnStudio();
  end = createLogEnd(studio.runtime.backends.eventStoreUrl);
  const member = await studio.memberWithPasses(3);
  const admin = await studio.admin();
  tokens = { visitor: null, member: member.client.token, admin: admin.token };
});
afterAll(async () => {
  await end?.close();
  await studio?.stop();
});

interface Sent {
  readonly as: RouteCase['as'];
  readonly type?: string | null;
  readonly text?: string | null;
}

/** Sends a request. Returns a description of the answer if it is not a refusal in the error shape with sentences, else null. */
async function findProblem(method: string, path: string, { as, type, text }: Sent): Promise<string | null> {
  const token = tokens[as];
  const response = await fetch(studio.base + path, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(type ? { 'content-type': type } : {}),
    },
    ...(text === null || text === undefined ? {} : { body: Buffer.from(text) }),
  });
  const body = await response.text();
  const about = `${method} ${path.slice(0, 100)} ${type} ${String(text).slice(0, 200)} → ${response.status} ${body.slice(0, 300)}`;
  if (response.status < 400 || response.status > 499) return about;
  try {
    const refused = strictError.parse(JSON.parse(body));
    const sentences = [refused.error, ...(refused.issues ?? []).map(({ message }) => message)];
    return refused.code === 'INVALID_INPUT' && sentences.some(isRaw) ? about : null;
  } catch {
    return about;
  }
}

const json = (value: unknown) => ({ type: 'application/json', text: JSON.stringify(value) });

async function state() {
  const { rows } = await studio.runtime.pool.query(
    `SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT count(*) FROM stripe_webhooks) AS webhooks,
       (SELECT count(*) FROM member_keys) AS keys`,
  );
  return { position: await end.position(), rows };
}

/** Sends the requests, eight at a time, and expects each to be refused in the error shape without any change. */
async function expectRefused(sends: readonly [string, string, Sent][]): Promise<void> {
  const before = await state();
  const problems: string[] = [];
  for (let from = 0; from < sends.length; from += 8) {
    const answers = await Promise.all(sends.slice(from, from + 8).map((sent) => findProblem(...sent)));
    problems.push(...answers.filter((answer) => answer !== null));
  }
  expect(problems).toEqual([]);
  expect(await state()).toEqual(before);
}

const cases = Object.entries(routeCases).map(([name, route]): [string, string, string, RouteCase] => {
  const [method = '', path = ''] = name.split(' ');
  return [name, method, path, route];
});
const anyId = /\{\w+\}/;
const withId = (path: string, id: string) => path.replaceAll(/\{\w+\}/g, id);

it('has a case for every documented route, and each documents its answer', async () => {
  const document = openApi.parse(await (await fetch(`${studio.base}/api/docs/json`)).json());
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.toSorted()).toEqual(Object.keys(routeCases).toSorted());
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      expect(Object.keys(operation.responses), name).toContain('200');
      const { body, optionalBody } = routeCases[name] ?? {};
      const takesBody = (body ?? optionalBody) !== undefined && path !== '/api/webhooks/stripe';
      expect(operation.requestBody !== undefined, name).toBe(takesBody);
    }
  }
  expect((await fetch(`${studio.base}/api/docs`)).status).toBe(200);
});

describe('invalid input is refused in the error shape without any change', () => {
  it.each(cases.filter(([, , , route]) => route.body))(
    '%s: an invalid body',
    async (_name, method, path, route) => {
      const { as, body = {}, wrong = {} } = route;
      const at = withId(path, '2147483647');
      const fields = Object.keys(body);
      const extra = (field: string) => wrong[field] ?? [];
      await expectRefused([
        ...wrongBodies.map((one): [string, string, Sent] => [method, at, { as, ...one }]),
        ...fields.flatMap((field) =>
          [...wrongForAnyField, ...extra(field)].map((value): [string, string, Sent] => [
            method,
            at,
            { as, ...json({ ...body, [field]: value }) },
          ]),
        ),
      ]);
    },
  );

  it.each(cases.filter(([, , , route]) => route.optionalBody))(
    '%s: an invalid field of a body that may be left out',
    async (_name, method, path, { as, optionalBody = {}, wrong = {} }) => {
      await expectRefused(
        Object.keys(optionalBody).flatMap((field) =>
          [...wrongForAnyField, ...(wrong[field] ?? [])].map((value): [string, string, Sent] => [
            method,
            withId(path, '2147483647'),
            { as, ...json({ ...optionalBody, [field]: value }) },
          ]),
        ),
      );
    },
  );

  it.each(cases.filter(([, , path]) => anyId.test(path)))(
    '%s: an invalid id',
    async (_name, method, path, { as, body }) => {
      await expectRefused(wrongPathIds.map((id) => [method, withId(path, id), { as, ...json(body) }]));
    },
  );

  it.each(cases.filter(([, , , route]) => route.wrongQueries))(
    '%s: an invalid query',
    async (_name, method, path, { as, wrongQueries = [] }) => {
      await expectRefused(wrongQueries.map((query) => [method, `${path}?${query}`, { as }]));
    },
  );

  it('unknown methods and paths', async () => {
    const paths = [...new Set(cases.map(([, , path]) => withId(path, '1')))];
    const known = new Set(cases.map(([, method, path]) => `${method} ${withId(path, '1')}`));
    const wrongMethods = paths.flatMap((path) =>
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
        .filter((method) => !known.has(`${method} ${path}`))
        .map((method): [string, string, Sent] => [method, path, { as: 'admin' }]),
    );
    await expectRefused([
      ...wrongMethods,
      ...['/api', '/api/', '/api/nope', '/api/classes/', '/api/classes/1/2', '/api/../etc/passwd'].map(
        (path): [string, string, Sent] => ['GET', path, { as: 'visitor' }],
      ),
      ['GET', '/api/%E0%A4%A', { as: 'visitor' }],
      ['GET', '/api/%00', { as: 'visitor' }],
      ['POST', '/api/nope', { as: 'visitor', ...json({ a: 1 }) }],
    ]);
  });

  it('with a message for each field', async () => {
    const response = await fetch(`${studio.base}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'A', email: 'ann', phone: '1', password: '1' }),
    });
    const { issues = [] } = strictError.parse(await response.json());
    expect(Object.fromEntries(issues.map(({ path, message }) => [path, message]))).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Please enter a valid email address',
      phone: 'Please enter a valid phone number',
      password: 'Password must be at least 6 characters',
    });
  });
});

/** The answer to bytes sent over a bare connection. */
async function answerTo(bytes: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(studio.port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = received.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

describe('malformed HTTP requests', () => {
  it.each([
    ['bytes that are not HTTP', 'hello\r\n\r\n', 400],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
    ],
    [
      'an invalid content length',
      'POST /api/bookings HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n',
      400,
    ],
    [
      'two lengths, which a proxy may read differently',
      'POST /api/bookings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'two different content lengths',
      'POST /api/bookings HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}',
      400,
    ],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
    [
      'a huge announced body',
      'POST /api/auth/signin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{',
      413,
    ],
  ])('%s', async (_what, bytes, status) => {
    const answer = await answerTo(bytes);
    expect(answer.status).toBe(status);
    expect(strictError.safeParse(answer.body).success).toBe(true);
  });

  it('answers a GET with a body like one without', async () => {
    const answer = await answerTo(
      'GET /api/class-passes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{"a":',
    );
    expect(answer.status).toBe(200);
  });

  it('stores text of any alphabet', async () => {
    const admin = await studio.admin();
    const name = '林さん 🌊 Zoë O’Brien <script>"\'; DROP TABLE instructors; --';
    const made = await admin.call('POST', '/api/admin/instructors', { name, prenatalSuitable: false });
    expect(made.status).toBe(200);
    const listed = await admin.call('GET', '/api/admin/instructors');
    expect(JSON.stringify(listed.body)).toContain(JSON.stringify(name));
  });
});
