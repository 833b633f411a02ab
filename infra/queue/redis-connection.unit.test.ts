import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { redisOptions } from './redis-connection.ts';

const options = redisOptions('redis://redis:6379', 'producers');

test('rejects a producer’s command after some retries, and never a worker’s', () => {
  expect(options).toMatchObject({ maxRetriesPerRequest: 3, commandTimeout: 10_000 });
  expect(redisOptions('redis://redis:6379', 'workers')).toMatchObject({ maxRetriesPerRequest: null });
  expect(redisOptions('redis://redis:6379', 'workers')).not.toHaveProperty('commandTimeout');
});

test('retries a connection after at most 5 s, however many attempts failed', () => {
  expect(options.retryStrategy(1)).toBeLessThanOrEqual(500);
  for (const attempt of [1, 5, 100, 10_000]) {
    expect(options.retryStrategy(attempt)).toBeGreaterThanOrEqual(250);
    expect(options.retryStrategy(attempt)).toBeLessThanOrEqual(5_000);
  }
});

test('reconnects and resends a command that a replica refused, and no other', () => {
  expect(options.reconnectOnError(new Error("READONLY You can't write against a read only replica."))).toBe(
    2,
  );
  expect(options.reconnectOnError(new Error('ERR unknown command'))).toBe(false);
});

test('uses TLS for rediss only, and verifies the certificate with the CA of the URL', () => {
  expect(options).not.toHaveProperty('tls');
  expect(redisOptions('rediss://redis.example:6380', 'producers').tls).toEqual({
    rejectUnauthorized: true,
    servername: 'redis.example',
  });
  expect(redisOptions('rediss://10.0.0.1:6380', 'producers').tls).toEqual({ rejectUnauthorized: true });
  const directory = mkdtempSync(join(tmpdir(), 'tideline-redis-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const caFile = join(directory, 'ca.crt');
  writeFileSync(caFile, 'a certificate');
  expect(redisOptions(`rediss://redis.example?tlsCAFile=${caFile}`, 'workers').tls).toMatchObject({
    ca: Buffer.from('a certificate'),
  });
});
