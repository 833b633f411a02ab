import { randomUUID } from 'node:crypto';
import { secondsInDay } from 'date-fns/constants';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tokenAnswer, userAnswer } from '#services/contract/auth.ts';
import { passkeyOptionsAnswer, passkeyRequestAnswer, passkeysAnswer } from '#services/contract/passkeys.ts';
import { startOwnStudio } from '#tools/testing/own-studio.ts';
import { readTokenPayload } from '#tools/testing/session-tokens.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import type { TestStudio } from '#tools/testing/test-studio.ts';
import { describeAnswer } from '../testing/describe-answer.fixture.ts';
import { PasskeyDevice } from '../testing/passkey-device.fixture.ts';

let studio: TestStudio;
let visitor: StudioClient;
beforeAll(async () => {
  studio = await startOwnStudio();
  visitor = new StudioClient(studio.base);
});
afterAll(() => studio?.stop());

const refused = '400 INVALID_PASSKEY';

const addMember = () => visitor.signUp(`${randomUUID()}@example.com`);
const readUser = async (client: StudioClient) =>
  (await client.expect(userAnswer, 'GET', '/api/auth/user')).user.id;

/** A member, and a device with a passkey of theirs. */
async function addWithDevice() {
  const client = await addMember();
  const device = new PasskeyDevice(studio.base);
  expect(describeAnswer(await device.addTo(client))).toBe('works');
  return { client, device };
}

const listPasskeys = async (client: StudioClient) =>
  (await client.expect(passkeysAnswer, 'GET', '/api/user/passkeys')).passkeys;

describe('a passkey', () => {
  it('signs its member in without an address, any number of times, and keeps the session where asked', async () => {
    const { client, device } = await addWithDevice();
    for (const [keepSignedIn, days] of [
      [false, 1],
      [true, 30],
    ] as const) {
      const { token } = tokenAnswer.parse((await device.signIn(visitor, { keepSignedIn })).body);
      expect(await readUser(new StudioClient(studio.base, token))).toBe(await readUser(client));
      const { iat, exp } = readTokenPayload(token);
      expect(exp - iat).toBe(days * secondsInDay);
    }
  });

  it('is listed with its browser and last use, and removed by its member only', async () => {
    const { client, device } = await addWithDevice();
    const [listed] = await listPasskeys(client);
    expect(listed).toMatchObject({ id: device.id, lastUsedAt: null });
    await device.signIn(visitor);
    expect((await listPasskeys(client))[0]?.lastUsedAt).not.toBeNull();
    const stranger = await addMember();
    expect(await listPasskeys(stranger)).toEqual([]);
    const path = `/api/user/passkeys/${device.id}`;
    expect(describeAnswer(await stranger.call('DELETE', path))).toBe('404 NOT_FOUND');
    expect(describeAnswer(await device.signIn(visitor))).toBe('works');
    expect(describeAnswer(await client.call('DELETE', path))).toBe('works');
    expect(describeAnswer(await client.call('DELETE', path))).toBe('404 NOT_FOUND');
    expect(describeAnswer(await device.signIn(visitor))).toBe(refused);
  });

  it('signs each challenge once, also in concurrent answers', async () => {
    const { device } = await addWithDevice();
    const options = await visitor.expect(passkeyRequestAnswer, 'POST', '/api/auth/passkey/options');
    const signed = device.sign(options);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => visitor.call('POST', '/api/auth/passkey', signed)),
    );
    expect(answers.map(describeAnswer).sort()).toEqual([refused, refused, refused, 'works']);
  });

  it('signs no invented, expired or other challenge', async () => {
    const { client, device } = await addWithDevice();
    const { rpId, challenge } = await visitor.expect(
      passkeyRequestAnswer,
      'POST',
      '/api/auth/passkey/options',
    );
    const forNew = await client.expect(passkeyOptionsAnswer, 'POST', '/api/user/passkeys/options');
    const text = Buffer.from(challenge, 'base64url').toString();
    const later = Buffer.from(text.replace(/^\d+/, String(Date.now() + 9_000_000_000))).toString('base64url');
    for (const wrong of ['', 'AAAA', `${challenge}A`, later, forNew.challenge]) {
      const answer = await visitor.call('POST', '/api/auth/passkey', device.sign({ rpId, challenge: wrong }));
      expect([wrong, describeAnswer(answer)]).toEqual([wrong, refused]);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 });
    try {
      const answer = await visitor.call('POST', '/api/auth/passkey', device.sign({ rpId, challenge }));
      expect(describeAnswer(answer)).toBe(refused);
    } finally {
      vi.useRealTimers();
    }
    expect(
      describeAnswer(await visitor.call('POST', '/api/auth/passkey', device.sign({ rpId, challenge }))),
    ).toBe('works');
  });

  it('of another site, another key or another member opens nothing', async () => {
    const { client, device } = await addWithDevice();
    const options = () => visitor.expect(passkeyRequestAnswer, 'POST', '/api/auth/passkey/options');
    const signIn = async (body: object) =>
      describeAnswer(await visitor.call('POST', '/api/auth/passkey', body));

    device.origin = 'https://tideline.example.net';
    expect(await signIn(device.sign(await options()))).toBe(refused);
    device.origin = studio.base;
    expect(await signIn(device.sign({ ...(await options()), rpId: 'example.net' }))).toBe(refused);
    const forger = new PasskeyDevice(studio.base);
    const forged = forger.sign(await options());
    expect(await signIn({ ...forged, id: device.id, rawId: device.id })).toBe(refused);
    expect(await signIn(forger.sign(await options()))).toBe(refused);
    const other = await addWithDevice();
    device.userHandle = other.device.userHandle;
    expect(await signIn(device.sign(await options()))).toBe(refused);
    device.userHandle = undefined;
    expect(await signIn(device.sign(await options()))).toBe('works');
    expect(await listPasskeys(client)).toHaveLength(1);
  });

  it('is added for the member who asked, with an id that no other has', async () => {
    const [ann, bob] = [await addMember(), await addMember()];
    const options = await ann.expect(passkeyOptionsAnswer, 'POST', '/api/user/passkeys/options');
    const device = new PasskeyDevice(studio.base);
    expect(describeAnswer(await bob.call('POST', '/api/user/passkeys', device.create(options)))).toBe(
      refused,
    );
    const created = device.create(options);
    expect(describeAnswer(await ann.call('POST', '/api/user/passkeys', created))).toBe('works');
    expect(describeAnswer(await ann.call('POST', '/api/user/passkeys', created))).toBe(refused);
    expect(describeAnswer(await device.addTo(bob))).toBe(refused);
    expect(await listPasskeys(bob)).toEqual([]);
    expect((await ann.expect(passkeyOptionsAnswer, 'POST', '/api/user/passkeys/options')).exclude).toEqual([
      device.id,
    ]);
  });
});
