import { expect, onTestFinished, test } from 'vitest';
import { count, observe, startMetrics } from '../telemetry/metrics.ts';
import { type HealthCheck, serveHealth } from './health-server.ts';

test('answers that it is live, and ready only while it is', async () => {
  let ready: () => Promise<boolean> = async () => false;
  const server = await serveHealth({ host: '127.0.0.1', port: 0 }, () => ready());
  onTestFinished(() => server.close());
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status;

  expect(await status('/health/live')).toBe(200);
  expect(await status('/health/ready')).toBe(503);
  ready = async () => true;
  expect(await status('/health/ready')).toBe(200);
  ready = async () => {
    throw new Error('Postgres is unavailable');
  };
  expect(await status('/health/ready')).toBe(503);
  expect(await status('/anything')).toBe(404);
});

test('lists failed checks and stays ready, and is degraded too when a check throws', async () => {
  let runChecks = async (): Promise<HealthCheck[]> => [
    { name: 'read-model wallet', ok: true, lagEvents: 0, lagSeconds: 0 },
    { name: 'read-model bookings', ok: false, lagEvents: 4, lagSeconds: 61.5, detail: 'It is stopped.' },
  ];
  const server = await serveHealth(
    { host: '127.0.0.1', port: 0 },
    async () => true,
    () => runChecks(),
  );
  onTestFinished(() => server.close());
  const getReady = async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/health/ready`);
    return { status: answer.status, body: await answer.json() };
  };

  expect(await getReady()).toEqual({ status: 200, body: { status: 'degraded', checks: await runChecks() } });
  runChecks = async () => {
    throw new Error('the event store is unavailable');
  };
  const checks = [{ name: 'checks', ok: false, detail: 'A check could not be made.' }];
  expect(await getReady()).toEqual({ status: 200, body: { status: 'degraded', checks } });
});

test('serves metrics only while they are on, despite an observer that hangs or fails', async () => {
  const server = await serveHealth({ host: '127.0.0.1', port: 0 }, async () => true);
  onTestFinished(() => server.close());
  const scrape = () => fetch(`http://127.0.0.1:${server.port}/metrics`);
  count('tideline_commands_total', { command: 'before', code: 'ok' });
  expect((await scrape()).status).toBe(404);

  const stop = startMetrics('test');
  onTestFinished(stop);
  count('tideline_commands_total', { command: 'book-class', code: 'ok' });
  observe(() => new Promise(() => {}));
  observe(() => Promise.reject(new Error('Postgres is unavailable')));
  observe((report) => report('tideline_webhooks_waiting', 3, {}));
  const text = await (await scrape()).text();
  expect(text).toContain('tideline_commands_total{command="book-class",code="ok"} 1\n');
  expect(text).not.toContain('before');
  expect(text).toContain('\ntideline_webhooks_waiting 3\n');
});
