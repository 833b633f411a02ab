import { expect, onTestFinished, test } from 'vitest';
import { serveHealth } from './health-server.ts';

test('says that it lives, and is ready only while it is', async () => {
  let ready: () => Promise<boolean> = async () => false;
  const server = await serveHealth({ host: '127.0.0.1', port: 0 }, () => ready());
  onTestFinished(() => server.close());
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status;

  expect(await status('/health/live')).toBe(200);
  expect(await status('/health/ready')).toBe(503);
  ready = async () => true;
  expect(await status('/health/ready')).toBe(200);
  ready = async () => {
    throw new Error('Postgres is gone');
  };
  expect(await status('/health/ready')).toBe(503);
  expect(await status('/anything')).toBe(404);
});
