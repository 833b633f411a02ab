import { once } from 'node:events';
import { createServer } from 'node:http';
import Fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { registerDeadline, requestTimeoutMs } from '../plugins/deadline.ts';
import { registerErrors } from '../plugins/errors.ts';
import { getQueuedMs, maxConcurrentReads, queueReads } from './read-queue.ts';

const readAnswer = z.object({ waitedMs: z.number() });

/** An API whose reads wait for `release`; everything else is answered immediately. All places are taken when it resolves. */
async function startFullApi(timeoutMs: number) {
  const started: string[] = [];
  const gate = Promise.withResolvers<void>();
  const app = Fastify({
    forceCloseConnections: true,
    serverFactory: (handler) => createServer(queueReads(handler, timeoutMs)),
  });
  registerErrors(app);
  registerDeadline(app);
  app.get<{ Params: { name: string } }>('/api/read/:name', async (request) => {
    started.push(request.params.name);
    await gate.promise;
    return { waitedMs: getQueuedMs(request.raw) };
  });
  app.post('/api/read/:name', async () => 'done');
  app.get('/page', async () => 'page');
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    gate.resolve();
    await app.close();
  });
  const read = (name: string, signal: AbortSignal | null = null) =>
    fetch(`${base}/api/read/${name}`, { signal });
  const reads = Array.from({ length: maxConcurrentReads }, (_, number) => read(`first-${number}`));
  await waitFor(() => started.length === maxConcurrentReads);
  /** Resolves once the server has received one more request, queued or not. */
  const requestReceived = () => once(app.server, 'request');
  return { base, started, read, requestReceived, release: gate.resolve, reads };
}

it('queues reads beyond the limit in their order, and runs commands and pages meanwhile', async () => {
  const api = await startFullApi(60_000);
  const queued = [];
  for (const name of ['a', 'b', 'c']) {
    const received = api.requestReceived();
    queued.push(api.read(name));
    await received;
  }
  expect((await fetch(`${api.base}/api/read/a`, { method: 'POST' })).status).toBe(200);
  expect((await fetch(`${api.base}/page`)).status).toBe(200);
  expect(api.started).toHaveLength(maxConcurrentReads);
  api.release();
  const answers = await Promise.all(queued);
  expect(api.started.slice(maxConcurrentReads)).toEqual(['a', 'b', 'c']);
  for (const answer of answers) {
    expect(readAnswer.parse(await answer.json()).waitedMs).toBeGreaterThan(0);
  }
  for (const answer of await Promise.all(api.reads)) expect(await answer.json()).toEqual({ waitedMs: 0 });
});

it('drops a queued read when the client disconnects', async () => {
  const api = await startFullApi(60_000);
  const abort = new AbortController();
  const received = api.requestReceived();
  const dropped = api.read('dropped', abort.signal);
  const [, response] = await received;
  const closed = once(response, 'close');
  abort.abort();
  await expect(dropped).rejects.toThrow();
  await closed;
  const next = api.read('next');
  api.release();
  expect((await next).status).toBe(200);
  expect(api.started.slice(maxConcurrentReads)).toEqual(['next']);
});

it('answers 503 to a read that was queued until its deadline, and does not run it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const api = await startFullApi(20);
  const received = api.requestReceived();
  const late = api.read('late');
  await received;
  vi.advanceTimersByTime(requestTimeoutMs);
  const answer = await late;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  expect(api.started).toHaveLength(maxConcurrentReads);
});
