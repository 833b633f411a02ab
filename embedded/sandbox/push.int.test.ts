import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPush, type Push } from '#infra/push/push.ts';
import { deriveVapidKeys } from '#infra/push/vapid-keys.ts';
import { createPushDevice } from '#tools/testing/push-device.ts';
import { type RunningSandbox, startSandbox } from './sandbox.fixture.ts';

let sandbox: RunningSandbox;
let push: Push;
const siteUrl = 'http://localhost:3000';
const rootKey = randomBytes(32);
const create = (sandboxUrl: string | null, timeoutMs?: number) =>
  createPush({
    vapid: deriveVapidKeys(rootKey),
    contactEmail: 'studio@example.com',
    logger: pino({ level: 'silent' }),
    siteUrl,
    sandboxUrl,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
beforeAll(async () => {
  sandbox = await startSandbox();
  push = create(sandbox.origin);
});
afterAll(() => sandbox?.stop());

const message = { title: 'A title', body: 'Zoë’s body', url: '/my-classes', tag: 'test' };

it('delivers a message that only the browser can decrypt, once for each key', async () => {
  const device = createPushDevice(sandbox.origin);
  const options = { key: randomUUID(), ttlSeconds: 60 };
  expect(await push.send(device.subscription, message, options)).toBe('sent');
  // A repetition after a lost answer replaces the message.
  expect(await push.send(device.subscription, message, options)).toBe('sent');
  expect(await device.readMessages()).toEqual([message]);
});

it('reports a browser that unsubscribed, a refusal and an outage', async () => {
  const device = createPushDevice(sandbox.origin);
  const send = () => push.send(device.subscription, message, { key: randomUUID(), ttlSeconds: 60 });
  for (const [status, outcome] of [
    [404, 'gone'],
    [410, 'gone'],
    [413, 'refused'],
  ] as const) {
    await device.answerWith(status);
    expect(await send()).toBe(outcome);
  }
  for (const status of [302, 429, 503]) {
    await device.answerWith(status);
    await expect(send()).rejects.toThrow('The push service is not available');
  }
  // Nothing listens on this port.
  const unreachable = create('http://127.0.0.1:9').send(device.subscription, message, {
    key: randomUUID(),
    ttlSeconds: 60,
  });
  await expect(unreachable).rejects.toThrow('The push service did not answer');
});

it('knows the push services of the browsers and, with a sandbox, its own', () => {
  const known = [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ];
  const unknown = [
    'https://127.0.0.1/push',
    'https://fcm.googleapis.com.example.com/1',
    'http://fcm.googleapis.com/1',
    'https://fcm.googleapis.com:8443/1',
    'https://169.254.169.254/sandbox/push/x',
    'https://user@fcm.googleapis.com/1',
    'http://localhost:3000/sandbox/outbox',
    'http://localhost:3000/sandbox/push/../outbox',
    'file:///sandbox/push/x',
    'no address',
  ];
  const own = `${siteUrl}/sandbox/push/device`;
  expect([...known, own].filter((endpoint) => !push.isKnownEndpoint(endpoint))).toEqual([]);
  expect(unknown.filter((endpoint) => push.isKnownEndpoint(endpoint))).toEqual([]);
  expect(create(null).isKnownEndpoint(own)).toBe(false);
});

it('the key for push messages is the same in every process', () => {
  expect(create(null).publicKey).toBe(push.publicKey);
  expect(Buffer.from(push.publicKey, 'base64url')).toHaveLength(65);
});
