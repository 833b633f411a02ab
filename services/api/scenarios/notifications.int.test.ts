import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningStudio, startRunningStudio } from '#services/api/testing/running-studio.fixture.ts';
import { tokenAnswer } from '#services/contract/auth.ts';
import { devicesAnswer } from '#services/contract/devices.ts';
import { commandAnswer } from '#services/contract/errors.ts';
import {
  checkSubscriptionAnswer,
  notificationsAnswer,
  pushKeyAnswer,
} from '#services/contract/notifications.ts';
import { createPushDevice } from '#tools/testing/push-device.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';

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

it('the studio has a key with which browsers subscribe', async () => {
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

/** The ways in which a member's session in a browser is ended; `other` is a session of theirs in another browser. */
const endings: Readonly<Record<string, (session: StudioClient, other: StudioClient) => Promise<unknown>>> = {
  'signing out': (session) => session.call('POST', '/api/auth/signout'),
  'signing out everywhere': (session) => session.call('POST', '/api/auth/signout-everywhere'),
  'signing out everywhere in another browser': (_, other) =>
    other.call('POST', '/api/auth/signout-everywhere'),
  'signing this device out in another browser': async (_, other) => {
    const { devices } = await other.expect(devicesAnswer, 'GET', '/api/user/devices');
    for (const { id, isThis } of devices) if (!isThis) await other.call('DELETE', `/api/user/devices/${id}`);
  },
  'another password, set in another browser': (_, other) =>
    other.call('PUT', '/api/user/password', { currentPassword: 'seaside-7', newPassword: 'driftwood-8' }),
  'deleting the account': (_, other) => other.call('DELETE', '/api/user', { password: 'seaside-7' }),
};

it.each(Object.entries(endings))('ends the messages to a browser by %s', async (_way, end) => {
  const email = `${randomUUID()}@example.com`;
  const session = await visitor.signUp(email);
  const { token } = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signin', {
    email,
    password: 'seaside-7',
  });
  const other = new StudioClient(studio.process.base, token);
  const { subscription } = createPushDevice(studio.process.base);
  await session.expect(commandAnswer, 'POST', '/api/user/push-subscriptions', subscription);
  const check = { endpoint: subscription.endpoint };
  const path = '/api/user/push-subscriptions/check';
  expect((await session.expect(checkSubscriptionAnswer, 'POST', path, check)).isSubscribed).toBe(true);
  await end(session, other);
  await waitFor(async () => (await readRows()).length === 0, { what: 'the end of the subscription' });
});

it('reports whose messages a browser gets, and ties them to the session of the request', async () => {
  const email = `${randomUUID()}@example.com`;
  const [first, bea] = [await visitor.signUp(email), await addMember()];
  const { subscription } = createPushDevice(studio.process.base);
  await first.expect(commandAnswer, 'POST', '/api/user/push-subscriptions', subscription);
  const isOwn = async (client: StudioClient) =>
    (
      await client.expect(checkSubscriptionAnswer, 'POST', '/api/user/push-subscriptions/check', {
        endpoint: subscription.endpoint,
      })
    ).isSubscribed;
  expect(await isOwn(bea)).toBe(false);
  const signedIn = await visitor.expect(tokenAnswer, 'POST', '/api/auth/signin', {
    email,
    password: 'seaside-7',
  });
  const second = new StudioClient(studio.process.base, signedIn.token);
  expect(await isOwn(second)).toBe(true);
  await first.call('POST', '/api/auth/signout');
  expect(await isOwn(second)).toBe(true);
  await second.call('POST', '/api/auth/signout');
  expect(await readRows()).toEqual([]);
});

it('refuses an endpoint of no known push service', async () => {
  const ann = await addMember();
  const { keys } = createPushDevice(studio.process.base).subscription;
  const endpoint = 'https://169.254.169.254/latest';
  const answer = await ann.call('POST', '/api/user/push-subscriptions', { endpoint, keys });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
});
