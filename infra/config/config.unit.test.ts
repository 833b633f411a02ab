import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InvalidConfig, loadConfig } from './config.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tideline-config-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const production = {
  NODE_ENV: 'production',
  EVENTSTORE_URL: 'esdb://eventstore:2113?tls=false',
  DATABASE_URL: 'postgres://postgres/studio',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  BREVO_API_KEY: 'xkeysib-1',
  JWT_SECRET: 'f3a9b1c2d4e5f60718293a4b5c6d7e8f',
  MASTER_KEY: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  ADMIN_PASSWORD: 'correct-horse-battery',
  INSTRUCTOR_PASSWORD: 'staple-reformer-tide',
  AUDITOR_PASSWORD: 'ledger-harbour-gull',
};

function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof InvalidConfig) return error.faults;
    throw error;
  }
  return [];
}

describe('with no environment', () => {
  test('everything is the sandbox', () => {
    const config = loadConfig({ DATA_DIR: dataDir });
    expect(config).toMatchObject({
      mode: 'embedded',
      port: 3000,
      host: '127.0.0.1',
      dataDir,
      eventStoreUrl: null,
      databaseUrl: null,
      redisUrl: null,
      rateLimits: true,
      stripe: { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox', sandbox: true },
      brevo: { apiKey: null, sandbox: true },
      staffPasswords: {
        admin: 'admin-sandbox',
        instructor: 'instructor-sandbox',
        auditor: 'auditor-sandbox',
      },
      studio: { name: 'Tideline', demo: true },
    });
    expect(config.masterKey).toHaveLength(32);
  });

  test('secrets are made up once and kept for their owner alone', () => {
    const first = loadConfig({ DATA_DIR: dataDir });
    const second = loadConfig({ DATA_DIR: dataDir });
    expect(second).toEqual(first);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toContain(first.jwtSecret);
  });

  test('a broken file of secrets is not written over', () => {
    writeFileSync(join(dataDir, 'secrets.json'), '{"jwtSecret": "sho');
    expect(() => loadConfig({ DATA_DIR: dataDir })).toThrow(/secrets\.json/);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe('{"jwtSecret": "sho');
  });

  test('a configured webhook secret is used by the sandbox too', () => {
    const config = loadConfig({ DATA_DIR: dataDir, STRIPE_WEBHOOK_SECRET: 'whsec_mine' });
    expect(config.stripe).toMatchObject({ webhookSecret: 'whsec_mine', sandbox: true });
  });

  test('empty variables count as not set, and real payments need all of their values', () => {
    expect(loadConfig({ DATA_DIR: dataDir, PORT: '', STUDIO_NAME: ' ' })).toMatchObject({
      port: 3000,
      studio: { name: 'Tideline' },
    });
    expect(faultsOf({ DATA_DIR: dataDir, STRIPE_SECRET_KEY: 'sk_test_real' })).toEqual([
      'STRIPE_PUBLISHABLE_KEY is missing; it goes with STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET is missing; it goes with STRIPE_SECRET_KEY',
    ]);
  });
});

describe('production', () => {
  test('starts when everything is there', () => {
    expect(loadConfig(production)).toMatchObject({
      mode: 'production',
      host: '0.0.0.0',
      eventStoreCredential: null,
      stripe: { sandbox: false },
      brevo: { sandbox: false },
    });
  });

  test('keeps no secrets of its own', () => {
    loadConfig({ ...production, DATA_DIR: dataDir });
    expect(() => statSync(join(dataDir, 'secrets.json'))).toThrow(/ENOENT/);
  });

  test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
    'refuses to start without %s',
    (name) => {
      const faults = faultsOf({ ...production, [name]: undefined });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(`${name} is missing`);
    },
  );

  test.each([
    ['ADMIN_PASSWORD', 'admin-sandbox'],
    ['ADMIN_PASSWORD', 'instructor-sandbox'],
    ['AUDITOR_PASSWORD', 'short'],
    ['AUDITOR_PASSWORD', 'aaaaaaaaaaaaaaaa'],
    ['INSTRUCTOR_PASSWORD', 'password12345678'],
    ['INSTRUCTOR_PASSWORD', 'correct-horse-battery'],
    ['STRIPE_SECRET_KEY', 'sk_test_sandbox'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_sandbox'],
    ['JWT_SECRET', '0'.repeat(40)],
    ['MASTER_KEY', '0'.repeat(64)],
    ['RATE_LIMITS', 'off'],
  ])('refuses %s=%s, without repeating the value', (name, value) => {
    const faults = faultsOf({ ...production, [name]: value });
    expect(faults).toHaveLength(1);
    if (value !== 'off') expect(faults[0]).not.toContain(value);
  });
});

test('every fault is told at once, by name', () => {
  const faults = faultsOf({
    DATA_DIR: dataDir,
    PORT: 'x',
    LOG_LEVEL: 'loud',
    EVENTSTORE_URL: 'http://a',
    JWT_SECRET: 'short',
    MASTER_KEY: 'abc',
    STUDIO_EMAIL: 'nobody',
    RATE_LIMITS: 'no',
  });
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'PORT',
    'LOG_LEVEL',
    'EVENTSTORE_URL',
    'JWT_SECRET',
    'MASTER_KEY',
    'STUDIO_EMAIL',
    'RATE_LIMITS',
  ]);
});

test('.env.example names every variable and no other', async () => {
  const { environmentSchema } = await import('./schema.ts');
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
  expect(named.toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted());
});
