import { millisecondsInHour } from 'date-fns/constants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from './sandbox.fixture.ts';

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox();
});
afterAll(() => running?.stop());

async function moveClock(body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${running.origin}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

it('returns the time and moves it forward, to an instant or by a duration', async () => {
  const answer = await (await fetch(`${running.origin}/sandbox/clock`)).json();
  expect(answer).toEqual({ now: running.clock.now().toISOString() });
  expect(await moveClock({ now: '2026-10-24T09:30:00+01:00' })).toEqual({
    status: 200,
    body: { success: true, now: '2026-10-24T08:30:00.000Z' },
  });
  // Summer time ends that night, so the day has 25 hours.
  expect(await moveClock({ advance: 'P1D' })).toMatchObject({ body: { now: '2026-10-25T09:30:00.000Z' } });
  expect(await moveClock({ advance: 'PT30M' })).toMatchObject({ body: { now: '2026-10-25T10:00:00.000Z' } });
});

it('runs concurrent moves one after the other', async () => {
  const before = running.clock.now().getTime();
  await Promise.all(Array.from({ length: 5 }, () => moveClock({ advance: 'PT1H' })));
  expect(running.clock.now().getTime() - before).toBe(5 * millisecondsInHour);
});

it.each([
  [{ now: '2020-01-01T00:00:00Z' }, 'CLOCK_ONLY_FORWARD'],
  [{ now: 'yesterday' }, 'INVALID_INPUT'],
  [{ advance: '-P1D' }, 'INVALID_INPUT'],
  [{ advance: 'P1D', now: '2030-01-01T00:00:00Z' }, 'INVALID_INPUT'],
  [{}, 'INVALID_INPUT'],
])('refuses %j and leaves the clock', async (body, code) => {
  const before = running.clock.now();
  expect(await moveClock(body)).toMatchObject({
    status: 400,
    body: { success: false, code, error: expect.any(String), requestId: expect.any(String) },
  });
  expect(running.clock.now()).toEqual(before);
});
