import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningStudio, startRunningStudio } from '#services/api/testing/running-studio.fixture.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import { notificationsAnswer, pushKeyAnswer } from '#services/contract/notifications.ts';
import { createPushDevice } from '#tools/testing/push-device.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';

let studio: RunningStudio;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startRunningStudio();
  visitor = new StudioClient(studio.process.base);
});
afterAll(() => studio?.remove());

const addMember = () => visitor.signUp(`${randomUUID()}@example.com`);
const on = { mail: true, push: true };
const readRows = () => studio.query('SELECT member_id, sealed FROM push_subscriptions');

it('has a key with which browsers subscribe', async () => {
  const { key } = await visitor.expect(pushKeyAnswer, 'GET', '/api/push/key');
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);
});

it('turns each kind of notification on and off by channel', async () => {
  const ann = await addMember();
  const read = () => ann.expect(notificationsAnswer, 'GET', '/api/user/notifications');
  expect(await read()).toEqual({
    success: true,
    'class-reminder': on,
    'waitlist-offer': on,
    'class-changed': on,
    'spot-broadcast': on,
  });
  const choice = { 'class-reminder': { mail: false }, 'spot-broadcast': { mail: true, push: false } };
  const changed = await ann.expect(notificationsAnswer, 'PUT', '/api/user/notifications', choice);
  expect(changed).toMatchObject({
    'class-reminder': { mail: false, push: true },
    'class-changed': on,
    'spot-broadcast': { mail: true, push: false },
  });
  expect(await read()).toEqual(changed);
});

it('stores a browser for one member at a time, sealed, and removes it only for its member', async () => {
  const [ann, bea] = [await addMember(), await addMember()];
  const device = createPushDevice(studio.process.base);
  const subscribe = (client: StudioClient) =>
    client.expect(commandAnswer, 'POST', '/api/user/push-subscriptions', device.subscription);
  const remove = (client: StudioClient) =>
    client.expect(commandAnswer, 'DELETE', '/api/user/push-subscriptions', {
      endpoint: device.subscription.endpoint,
    });
  await subscribe(ann);
  await subscribe(bea);
  const rows = await readRows();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(device.name);
  await remove(ann);
  expect(await readRows()).toHaveLength(1);
  await remove(bea);
  expect(await readRows()).toEqual([]);
});

it('forgets every browser of a member who signs out everywhere', async () => {
  const ann = await addMember();
  const { subscription } = createPushDevice(studio.process.base);
  await ann.expect(commandAnswer, 'POST', '/api/user/push-subscriptions', subscription);
  expect(await readRows()).toHaveLength(1);
  await ann.expect(commandAnswer, 'POST', '/api/auth/signout-everywhere');
  expect(await readRows()).toEqual([]);
});

it('refuses an endpoint of no known push service', async () => {
  const ann = await addMember();
  const { keys } = createPushDevice(studio.process.base).subscription;
  const endpoint = 'https://169.254.169.254/latest';
  const answer = await ann.call('POST', '/api/user/push-subscriptions', { endpoint, keys });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
});
