import { once } from 'node:events';
import { request } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentTraceparent, traceIdOf } from '#infra/telemetry/spans.ts';
import { traceIntoMemory } from '#infra/telemetry/tracing.fixture.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { registerTelemetry } from './telemetry.ts';

let tracing: ReturnType<typeof traceIntoMemory>;
let app: FastifyInstance;
let base: URL;
let received = 0;
beforeAll(async () => {
  tracing = traceIntoMemory();
  app = Fastify();
  registerTelemetry(app);
  app.addHook('onRequest', async () => {
    received += 1;
  });
  app.post('/things/:id', async () => ({ traceparent: currentTraceparent() ?? null }));
  app.get('/broken', async () => {
    throw new Error('ann@example.com is not well');
  });
  app.get('/health/ready', async () => ({ traceparent: currentTraceparent() ?? null }));
  base = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(async () => {
  await app?.close();
  tracing?.stop();
});

const spanOf = (name: string) =>
  waitFor(() => tracing.spans().find((span) => span.name === name), { what: `the span ${name}` });

test('a late body is handled within the span of its request, which contains the route only', async () => {
  const receivedBefore = received;
  const outgoing = request(new URL('/things/ann?token=abc', base), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    },
  });
  outgoing.flushHeaders();
  await waitFor(() => received > receivedBefore);
  outgoing.write('{"a":');
  // Another request is handled between the two parts of the body.
  expect((await fetch(new URL('/health/ready', base))).status).toBe(200);
  outgoing.end('1}');
  const [response] = await once(outgoing, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);

  const span = await spanOf('POST /things/:id');
  expect(traceIdOf(JSON.parse(text).traceparent ?? '')).toBe(span.spanContext().traceId);
  // A trace of the client is not continued.
  expect(span.spanContext().traceId).not.toBe('a'.repeat(32));
  expect(span.attributes).toMatchObject({ 'http.route': '/things/:id', 'http.response.status_code': 200 });
  expect(JSON.stringify(span.attributes)).not.toMatch(/ann|abc|127\.0/);
});

test('an internal error marks its span, without the message', async () => {
  expect((await fetch(new URL('/broken', base))).status).toBe(500);
  const span = await spanOf('GET /broken');
  expect(span.status.code).toBe(2);
  expect(JSON.stringify([span.attributes, span.status, span.events])).not.toContain('ann@');
});

test('health checks leave no spans', async () => {
  expect(await (await fetch(new URL('/health/ready', base))).json()).toEqual({ traceparent: null });
  expect(tracing.spans().map(({ name }) => name)).not.toContain('GET /health/ready');
});
