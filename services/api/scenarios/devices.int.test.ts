import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenAnswer } from '#services/contract/auth.ts';
import { devicesAnswer } from '#services/contract/devices.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { startOtherProcess } from '../testing/other-process.fixture.ts';

let studio: TestStudio;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startOwnStudio();
  visitor = new StudioClient(studio.base);
});
afterAll(() => studio?.stop());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signs in with a browser of this User-Agent. */
async function signIn(email: string, userAgent: string, keepSignedIn: boolean): Promise<StudioClient> {
  const response = await fetch(`${studio.base}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password: 'seaside-7', keepSignedIn }),
  });
  return new StudioClient(studio.base, tokenAnswer.parse(await response.json()).token);
}

const readDevices = async (client: StudioClient) =>
  (await client.expect(devicesAnswer, 'GET', '/api/user/devices')).devices;

async function addMember() {
  const email = `${randomUUID()}@example.com`;
  return { email, client: await visitor.signUp(email) };
}

describe('the devices of a member', () => {
  it('have browser, network and times, and the own one is marked', async () => {
    const { email, client } = await addMember();
    await addMember();
    const there = await signIn(email, firefox, true);
    const devices = await readDevices(client);
    expect(devices).toHaveLength(2);
    const [own, other] = [devices.find(({ isThis }) => isThis), devices.find(({ isThis }) => !isThis)];
    expect(own).toMatchObject({ browser: 'Unknown browser', network: 'this', staysSignedIn: false });
    expect(other).toMatchObject({ browser: 'Firefox on Windows', network: 'this', staysSignedIn: true });
    expect((await readDevices(there)).find(({ isThis }) => isThis)?.id).toBe(other?.id);
    await studio.runtime.pool.query("UPDATE sessions SET network_hash = 'elsewhere' WHERE sid = $1", [
      other?.id,
    ]);
    await studio.runtime.pool.query(
      'UPDATE sessions SET network_hash = NULL, browser = NULL WHERE sid = $1',
      [own?.id],
    );
    expect((await readDevices(client)).map(({ network }) => network).sort()).toEqual(['other', 'unknown']);
  });

  it('are without those of an earlier password, and of a session that is over', async () => {
    const { email, client } = await addMember();
    const over = await signIn(email, firefox, false);
    const [overId] = (await readDevices(over)).filter(({ isThis }) => isThis).map(({ id }) => id);
    await studio.runtime.pool.query(
      "UPDATE sessions SET expire = now() - interval '1 second' WHERE sid = $1",
      [overId],
    );
    await signIn(email, firefox, true);
    const change = { currentPassword: 'seaside-7', newPassword: 'driftwood-8' };
    expect((await client.call('PUT', '/api/user/password', change)).status).toBe(200);
    expect((await readDevices(client)).map(({ isThis }) => isThis)).toEqual([true]);
  });

  it('record a use once an hour', async () => {
    const { client } = await addMember();
    const [before] = await readDevices(client);
    await client.call('GET', '/api/auth/user');
    expect((await readDevices(client))[0]?.lastUsedAt).toBe(before?.lastUsedAt);
    await studio.runtime.pool.query(
      "UPDATE sessions SET last_used_at = last_used_at - interval '2 hours' WHERE sid = $1",
      [before?.id],
    );
    const { base, stop } = await startOtherProcess(studio);
    try {
      await new StudioClient(base, client.token).call('GET', '/api/auth/user');
    } finally {
      await stop();
    }
    const [after] = await readDevices(client);
    expect(Date.parse(after?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(before?.lastUsedAt ?? ''));
  });

  it('are signed out one by one, in every process, and no other member’s are', async () => {
    const { email, client } = await addMember();
    const there = await signIn(email, firefox, true);
    const stranger = await addMember();
    const other = (await readDevices(client)).find(({ isThis }) => !isThis);
    const path = `/api/user/devices/${other?.id}`;
    const { base, stop } = await startOtherProcess(studio);
    try {
      const elsewhere = new StudioClient(base, there.token);
      expect((await elsewhere.call('GET', '/api/auth/user')).status).toBe(200);
      expect((await stranger.client.call('DELETE', path)).status).toBe(404);
      expect((await elsewhere.call('GET', '/api/auth/user')).status).toBe(200);
      expect((await client.call('DELETE', path)).status).toBe(200);
      expect((await there.call('GET', '/api/auth/user')).status).toBe(401);
      // Well before the minute after which a cached session is read again.
      await waitFor(async () => (await elsewhere.call('GET', '/api/auth/user')).status === 401);
    } finally {
      await stop();
    }
    expect((await client.call('DELETE', path)).status).toBe(404);
    expect((await client.call('DELETE', `/api/user/devices/${randomUUID()}`)).status).toBe(404);
    const [own] = await readDevices(client);
    expect((await client.call('DELETE', `/api/user/devices/${own?.id}`)).status).toBe(200);
    expect((await client.call('GET', '/api/auth/user')).status).toBe(401);
  });
});
