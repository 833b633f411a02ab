import { once } from 'node:events';
import { createServer } from 'node:http';
import Fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { waitFor } from '#tools/testing/wait-for.ts';
import { registerDeadline, requestTimeoutMs } from '../plugins/deadline.ts';
import { registerErrors } from '../plugins/errors.ts';
import { getQueuedMs, maxConcurrentReads, queueReads } from './read-queue.ts';

const told = z.object({ waitedMs: z.number() });

/** An API whose looks hang until they are let go of, and whatever else it has is answered at once. */
async function startApi(patienceMs: number) {
  const begun: string[] = [];
  const held = Promise.withResolvers<void>();
  const app = Fastify({
    forceCloseConnections: true,
    serverFactory: (handler) => createServer(queueReads(handler, patienceMs)),
  });
  registerErrors(app);
  registerDeadline(app);
  app.get<{ Params: { name: string } }>('/api/look/:name', async (request) => {
    begun.push(request.params.name);
    await held.promise;
    return { waitedMs: getQueuedMs(request.raw) };
  });
  app.post('/api/look/:name', async () => 'done');
  app.get('/page', async () => 'page');
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    held.resolve();
    await app.close();
  });
  const look = (name: string, signal: AbortSignal | null = null) =>
    fetch(`${base}/api/look/${name}`, { signal });
  const looks = Array.from({ length: maxConcurrentReads }, (_, number) => look(`first-${number}`));
  await waitFor(() => begun.length === maxConcurrentReads);
  /** Resolves once the API has heard of one more request, whether or not it was let in. */
  const heard = () => once(app.server, 'request');
  return { base, begun, look, heard, letGo: held.resolve, looks };
}

it('lets so many look at once, the others in their order, and does meanwhile what someone asks to have done', async () => {
  const api = await startApi(60_000);
  const later = [];
  for (const name of ['a', 'b', 'c']) {
    const heard = api.heard();
    later.push(api.look(name));
    await heard;
  }
  expect((await fetch(`${api.base}/api/look/a`, { method: 'POST' })).status).toBe(200);
  expect((await fetch(`${api.base}/page`)).status).toBe(200);
  expect(api.begun).toHaveLength(maxConcurrentReads);
  api.letGo();
  const answers = await Promise.all(later);
  expect(api.begun.slice(maxConcurrentReads)).toEqual(['a', 'b', 'c']);
  for (const answer of answers) expect(told.parse(await answer.json()).waitedMs).toBeGreaterThan(0);
  for (const answer of await Promise.all(api.looks)) expect(await answer.json()).toEqual({ waitedMs: 0 });
});

it('who hangs up in line is never let in', async () => {
  const api = await startApi(60_000);
  const hangUp = new AbortController();
  const heard = api.heard();
  const gone = api.look('gone', hangUp.signal);
  const [, response] = await heard;
  const closed = once(response, 'close');
  hangUp.abort();
  await expect(gone).rejects.toThrow();
  await closed;
  const stays = api.look('stays');
  api.letGo();
  expect((await stays).status).toBe(200);
  expect(api.begun.slice(maxConcurrentReads)).toEqual(['stays']);
});

it('who has stood in line until the deadline is answered 503, and does not look any more', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const api = await startApi(20);
  const heard = api.heard();
  const late = api.look('late');
  await heard;
  vi.advanceTimersByTime(requestTimeoutMs);
  const answer = await late;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  expect(api.begun).toHaveLength(maxConcurrentReads);
});
