import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCodeStep, formatAppAddress, formatSecret } from './one-time-codes.ts';
import { createRecoveryCodes, findRecoveryCode, RECOVERY_CODES } from './recovery-codes.ts';

describe('codes of an authenticator app', () => {
  // The key of RFC 6238, appendix B, and the last six digits of its codes for SHA-1.
  const secret = formatSecret(Buffer.from('12345678901234567890'));
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %d seconds', (seconds, code) => {
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(findCodeStep(secret, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it('hold one step of 30 seconds earlier and later, and no longer', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const at = (steps: number) => findCodeStep(secret, '005924', (step + steps) * 30_000);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
  });

  it.each(['', '00592', '0059245', 'abcdef', '００５９２４', '5924', '-05924', '1e3'])(
    'are not %j',
    (code) => {
      expect(findCodeStep(secret, code, 1_234_567_890_000)).toBeNull();
    },
  );

  it('are read by an app from an address that names the studio and the account', () => {
    expect(formatAppAddress(secret, { issuer: 'Tide & Line', label: 'ada@example.org' })).toBe(
      `otpauth://totp/Tide%20%26%20Line:ada%40example.org?issuer=Tide%20%26%20Line&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });

  it('need a secret of 160 bits', () => {
    expect(formatSecret(randomBytes(32))).toMatch(/^[A-Z2-7]{32}$/);
    expect(() => formatSecret(randomBytes(19))).toThrow('20 bytes');
  });
});

describe('recovery codes', async () => {
  const { codes, hashes } = await createRecoveryCodes();

  it('are ten, all different, each with its number and 75 random bits', () => {
    expect(codes).toHaveLength(RECOVERY_CODES);
    expect(new Set(codes.map((code) => code.slice(1))).size).toBe(RECOVERY_CODES);
    for (const [number, code] of codes.entries()) {
      expect(code).toMatch(/^\d[0-9A-HJKMNP-TV-Z]{3}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(code[0]).toBe(String(number));
    }
    expect(hashes.join()).not.toContain(codes[0]?.replaceAll('-', ''));
  });

  it('are found however they are typed', async () => {
    const [first = '', second = ''] = codes;
    const misread = second.replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await findRecoveryCode(hashes, first.toLowerCase().replaceAll('-', ' '))).toBe(0);
    expect(await findRecoveryCode(hashes, ` ${misread} `)).toBe(1);
  });

  it('are not found with a single character changed or moved to another number', async () => {
    const [first = ''] = codes;
    expect(await findRecoveryCode(hashes, `9${first.slice(1)}`)).toBeNull();
    expect(await findRecoveryCode(hashes, first.slice(0, -1))).toBeNull();
    expect(await findRecoveryCode([], first)).toBeNull();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: first.length - 1 }),
        fc.constantFrom('2', '7', 'K'),
        async (at, other) => {
          const changed = `${first.slice(0, at)}${other}${first.slice(at + 1)}`;
          fc.pre(first[at] !== '-' && first[at] !== other);
          expect(await findRecoveryCode(hashes, changed)).toBeNull();
        },
      ),
      { numRuns: 6 },
    );
  });

  it.each(['', '123456', 'x'.repeat(40), '0000-0000-0000-000U', '٣AAA-AAAA-AAAA-AAAA'])(
    'are not %j',
    async (typed) => {
      expect(await findRecoveryCode(hashes, typed)).toBeNull();
    },
  );
});
