import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createEmailHash } from './keyed-hash.ts';
import { parseMasterKey } from './master-key.ts';
import type { MemberKey } from './member-keys.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { createSealer } from './sealer.ts';
import { secretsEqual } from './timing-safe-equal.ts';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

test('accepts a master key of 32 bytes in hex or base64', () => {
  const key = randomBytes(32);
  expect(parseMasterKey(key.toString('hex'))).toEqual(key);
  expect(parseMasterKey(key.toString('base64'))).toEqual(key);
  expect(() => parseMasterKey(key.toString('hex').slice(2))).toThrow(/32 bytes/);
});

test('opens sealed data only with its own member and key, and only unchanged', async () => {
  const keys = new Map<string, MemberKey>([
    ['ada', { key: randomBytes(32) }],
    ['eve', { key: randomBytes(32) }],
    ['gone', { destroyed: true }],
  ]);
  const sealer = createSealer({ find: async () => keys });
  const sealed = await sealer.seal('ada', { name: 'Ada', nested: [1, null] });
  expect(sealed).toMatch(/^v1\.[\w-]+$/);
  expect(await sealer.seal('ada', { name: 'Ada', nested: [1, null] })).not.toBe(sealed);
  await expect(sealer.open('ada', sealed)).resolves.toEqual({ name: 'Ada', nested: [1, null] });
  await expect(sealer.open('gone', sealed)).resolves.toEqual({ forgotten: true });
  await expect(sealer.open('eve', sealed)).rejects.toThrow();
  await expect(sealer.open('nobody', sealed)).rejects.toThrow(/no key/);
  const changed = `${sealed.slice(0, 30)}${sealed[30] === 'A' ? 'B' : 'A'}${sealed.slice(31)}`;
  await expect(sealer.open('ada', changed)).rejects.toThrow();
  await expect(sealer.open('ada', sealed.slice(3))).rejects.toThrow();
  await expect(sealer.seal('gone', {})).rejects.toThrow(/destroyed/);
  keys.set('eve', keys.get('ada') ?? { destroyed: true });
  await expect(sealer.open('eve', sealed)).rejects.toThrow();
});

test('hashes an email address the same however it is typed, and differently by another key', () => {
  const hash = createEmailHash(randomBytes(32));
  expect(hash(' Ada@Example.com ')).toBe(hash('ada@example.com'));
  expect(hash('ada@example.com')).toMatch(/^[0-9a-f]{64}$/);
  expect(hash('eva@example.com')).not.toBe(hash('ada@example.com'));
  expect(createEmailHash(randomBytes(32))('ada@example.com')).not.toBe(hash('ada@example.com'));
});

test('verifies passwords, and takes as long for an unknown account', async () => {
  const hash = await hashPassword('sea legs');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await expect(verifyPassword(hash, 'sea legs')).resolves.toBe(true);
  await expect(verifyPassword(hash, 'sea leg')).resolves.toBe(false);
  // The shortest times, which other work on the machine does not change.
  let [wrong, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const measure = async () => {
    wrong = Math.min(wrong, await timeOf(() => verifyPassword(hash, 'wrong')));
    unknown = Math.min(unknown, await timeOf(() => verifyPassword(undefined, 'wrong')));
    return unknown / wrong;
  };
  await expect.poll(measure).toBeGreaterThan(1 / 3);
  await expect(verifyPassword(undefined, '')).resolves.toBe(false);
});

test('verifies a password in any form of its letters, and by an older hash of the form that was typed', async () => {
  const composed = 'm\u00fcnchen-caf\u00e9';
  const decomposed = 'mu\u0308nchen-cafe\u0301';
  for (const [set, typed] of [
    [composed, decomposed],
    [decomposed, composed],
  ] as const) {
    await expect(verifyPassword(await hashPassword(set), typed)).resolves.toBe(true);
  }
  // As `hashPassword` hashed before it normalised.
  const older = await hash(decomposed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await expect(verifyPassword(older, decomposed)).resolves.toBe(true);
  await expect(verifyPassword(older, 'other')).resolves.toBe(false);
  await expect(verifyPassword(undefined, decomposed)).resolves.toBe(false);
});

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test('compares secrets as a whole', () => {
  expect(secretsEqual('abc', 'abc')).toBe(true);
  expect(secretsEqual('abc', 'abcd')).toBe(false);
  expect(secretsEqual('', 'a')).toBe(false);
});

test('reads an unsubscribe token only unchanged and with its own key', () => {
  const rootKey = randomBytes(32);
  const { make, read } = createUnsubscribeTokens(rootKey);
  const token = make('b7e7f0c4-8d5b-4a57-9b0e-0d8a5e3c9a11');
  expect(token).toMatch(/^[\w.-]{10,400}$/);
  expect(createUnsubscribeTokens(rootKey).read(token)).toBe('b7e7f0c4-8d5b-4a57-9b0e-0d8a5e3c9a11');
  expect(createUnsubscribeTokens(randomBytes(32)).read(token)).toBeNull();
  const [, signature] = token.split('.');
  const others = ['', '.', 'x', `${token}=`, `${token}.`, `${token} `, token.slice(0, -1), `YQ.${signature}`];
  for (const other of others) expect(read(other)).toBeNull();
});
