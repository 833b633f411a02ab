import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { faultsOf, production } from './production-config.fixture.ts';

let home: string;
let dataDir: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tideline-config-'));
  dataDir = join(home, 'data');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('drains an API in production, or for DRAIN_SECONDS', () => {
  expect(loadConfig({ DATA_DIR: dataDir }).drainMs).toBe(0);
  expect(loadConfig(production).drainMs).toBe(5_000);
  expect(loadConfig({ ...production, DRAIN_SECONDS: '0.5' }).drainMs).toBe(500);
  expect(faultsOf({ DATA_DIR: dataDir, DRAIN_SECONDS: '60' })).toEqual(['DRAIN_SECONDS must be at most 15']);
});

describe('with no environment', () => {
  test('uses the sandbox for everything', () => {
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
      brevo: { apiKey: null, webhookSecret: 'brevo-sandbox', sandbox: true },
      staffPasswords: {
        admin: 'admin-sandbox',
        instructor: 'instructor-sandbox',
        auditor: 'auditor-sandbox',
      },
      studio: { name: 'Tideline', demo: true },
    });
    expect(config.masterKey).toHaveLength(32);
  });

  test('generates secrets once, and lets only their owner read the file', () => {
    const first = loadConfig({ DATA_DIR: dataDir });
    const second = loadConfig({ DATA_DIR: dataDir });
    expect(second).toEqual(first);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toContain(first.jwtSecret);
  });

  test('does not overwrite a damaged file of secrets', () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'secrets.json'), '{"jwtSecret": "sho');
    expect(() => loadConfig({ DATA_DIR: dataDir })).toThrow(/secrets\.json/);
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe('{"jwtSecret": "sho');
  });

  test('uses a configured webhook secret in the sandbox too', () => {
    const config = loadConfig({ DATA_DIR: dataDir, STRIPE_WEBHOOK_SECRET: 'whsec_mine' });
    expect(config.stripe).toMatchObject({ webhookSecret: 'whsec_mine', sandbox: true });
  });

  test('treats empty variables as not set, and requires all values of real payments', () => {
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

describe('stand-ins and well-known passwords', () => {
  const own = {
    STRIPE_SECRET_KEY: production.STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: production.STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: production.STRIPE_WEBHOOK_SECRET,
    BREVO_API_KEY: production.BREVO_API_KEY,
    BREVO_WEBHOOK_SECRET: production.BREVO_WEBHOOK_SECRET,
    ADMIN_PASSWORD: production.ADMIN_PASSWORD,
    INSTRUCTOR_PASSWORD: production.INSTRUCTOR_PASSWORD,
    AUDITOR_PASSWORD: production.AUDITOR_PASSWORD,
  };
  const testStripe = {
    STRIPE_SECRET_KEY: 'sk_test_51Kz',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_51Kz',
    STRIPE_WEBHOOK_SECRET: production.STRIPE_WEBHOOK_SECRET,
  };
  const { SITE_URL } = production;

  /** Each configuration with the variables that its faults name; none means that it starts. */
  test.each<[string, Record<string, string>, string[]]>([
    ['nothing set', {}, []],
    ['development', { NODE_ENV: 'development' }, []],
    ['test', { NODE_ENV: 'test' }, []],
    ['a misspelt environment', { NODE_ENV: 'Production' }, ['NODE_ENV']],
    ['an abbreviated environment', { NODE_ENV: 'prod' }, ['NODE_ENV']],
    ['another environment', { NODE_ENV: 'staging' }, ['NODE_ENV']],
    ['another environment with everything set', { ...production, NODE_ENV: 'live' }, ['NODE_ENV']],
    ['another name of loopback', { HOST: 'localhost', SITE_URL: 'http://127.0.0.1:5173' }, []],
    ['loopback by IPv6', { HOST: '::1', SITE_URL: 'http://[::1]:3000' }, []],
    ['all networks', { HOST: '0.0.0.0' }, ['SITE_URL', ...Object.keys(own)]],
    ['all networks by IPv6', { HOST: '::' }, ['SITE_URL', ...Object.keys(own)]],
    ['a public site', { SITE_URL }, Object.keys(own)],
    ['a name that only begins like loopback', { SITE_URL: 'https://localhost.example' }, Object.keys(own)],
    ['the network of the house', { SITE_URL: 'http://192.168.1.7:3000', ...own }, ['SITE_URL']],
    ['a public site with everything of its own', { HOST: '0.0.0.0', SITE_URL, ...own }, []],
    [
      'a public site with a default password',
      { SITE_URL, ...own, ADMIN_PASSWORD: 'admin-sandbox' },
      ['ADMIN_PASSWORD'],
    ],
    [
      'a public site with a weak password',
      { SITE_URL, ...own, AUDITOR_PASSWORD: 'short' },
      ['AUDITOR_PASSWORD'],
    ],
    [
      'a public site with the sandbox key',
      { SITE_URL, ...own, STRIPE_SECRET_KEY: 'sk_test_sandbox' },
      ['STRIPE_SECRET_KEY'],
    ],
    ['a public site without limits', { SITE_URL, ...own, RATE_LIMITS: 'off' }, ['RATE_LIMITS=off']],
    ['a public site with a weak key', { SITE_URL, ...own, JWT_SECRET: '0'.repeat(40) }, ['JWT_SECRET']],
    ['test cards on loopback', testStripe, []],
    [
      'a live key of Brevo alone',
      { BREVO_API_KEY: own.BREVO_API_KEY },
      Object.keys(own).filter((name) => name !== 'BREVO_API_KEY'),
    ],
    [
      'test cards beside a live key of Brevo',
      { ...testStripe, BREVO_API_KEY: own.BREVO_API_KEY },
      ['BREVO_WEBHOOK_SECRET', 'ADMIN_PASSWORD', 'INSTRUCTOR_PASSWORD', 'AUDITOR_PASSWORD'],
    ],
    [
      'a public site with the sandbox’s secret of Brevo',
      { ...own, SITE_URL, BREVO_WEBHOOK_SECRET: 'brevo-sandbox' },
      ['BREVO_WEBHOOK_SECRET'],
    ],
    [
      'a public site with a weak secret of Brevo',
      { ...own, SITE_URL, BREVO_WEBHOOK_SECRET: 'abcabcabcabcabcabcabcabc' },
      ['BREVO_WEBHOOK_SECRET'],
    ],
    [
      'a public site with a short secret of Brevo',
      { ...own, SITE_URL, BREVO_WEBHOOK_SECRET: 'Wq7_hT2vLr9Z' },
      ['BREVO_WEBHOOK_SECRET'],
    ],
    [
      'a live publishable key alone',
      { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
      Object.keys(own).filter((name) => name !== 'STRIPE_PUBLISHABLE_KEY'),
    ],
    [
      'a live restricted key without mail',
      { ...own, STRIPE_SECRET_KEY: 'rk_live_1', BREVO_API_KEY: '' },
      ['BREVO_API_KEY'],
    ],
    ['live keys and a default password', { ...own, INSTRUCTOR_PASSWORD: '' }, ['INSTRUCTOR_PASSWORD']],
    ['live keys and everything of its own on loopback', own, []],
  ])('%s: %j is refused for %j', (_name, environment, faulty) => {
    const faults = faultsOf({ DATA_DIR: dataDir, ...environment });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(faulty);
  });

  test('names the reason why a stand-in is refused', () => {
    expect(faultsOf({ DATA_DIR: dataDir, ...own, BREVO_API_KEY: '', HOST: '0.0.0.0', SITE_URL })).toEqual([
      'BREVO_API_KEY is missing; a stand-in or default is allowed only while HOST and SITE_URL are addresses of this machine only (127.0.0.1, localhost)',
    ]);
    expect(faultsOf({ DATA_DIR: dataDir, NODE_ENV: 'prod' })).toEqual([
      'NODE_ENV must be development, test or production',
    ]);
  });
});

describe('production', () => {
  test('starts when everything is set', () => {
    expect(loadConfig(production)).toMatchObject({
      mode: 'production',
      host: '0.0.0.0',
      eventStoreCredential: null,
      stripe: { sandbox: false },
      brevo: { sandbox: false },
    });
  });

  test('stores no secrets', () => {
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
    ['ADMIN_PASSWORD', 'admin-sandbox', "ADMIN_PASSWORD is the sandbox's"],
    ['ADMIN_PASSWORD', 'instructor-sandbox', "ADMIN_PASSWORD is the sandbox's"],
    ['ADMIN_PASSWORD', 'administrator-7', 'ADMIN_PASSWORD is too easy to guess'],
    ['AUDITOR_PASSWORD', 'short', 'AUDITOR_PASSWORD needs at least 12 characters'],
    ['AUDITOR_PASSWORD', 'aaaaaaaaaaaaaaaa', 'AUDITOR_PASSWORD is too easy to guess'],
    ['AUDITOR_PASSWORD', 'seaside-seaside-', 'AUDITOR_PASSWORD is too easy to guess'],
    ['INSTRUCTOR_PASSWORD', 'password12345678', 'INSTRUCTOR_PASSWORD is too easy to guess'],
    ['INSTRUCTOR_PASSWORD', 'please-change-me', 'INSTRUCTOR_PASSWORD is too easy to guess'],
    ['INSTRUCTOR_PASSWORD', 'correct-horse-battery', 'Two staff roles have the same password'],
    ['SITE_URL', 'http://book.sea.example', 'SITE_URL must start with https://'],
    [
      'EVENTSTORE_URL',
      'esdb+discover://admin:changeit@a:2113,b:2113,c:2113',
      'EVENTSTORE_URL has a password that is too easy to guess',
    ],
    [
      'DATABASE_URL',
      'postgres://studio:postgres@postgres/studio',
      'DATABASE_URL has a password of fewer than 12 characters',
    ],
    ...['require', 'prefer', 'allow', 'no-verify', 'verify-ca'].map((mode) => [
      'DATABASE_URL',
      `postgres://postgres/studio?sslmode=${mode}`,
      "DATABASE_URL must verify the server's certificate (sslmode=verify-full, tlsVerifyCert=true)",
    ]),
    [
      'DATABASE_URL',
      'postgres://postgres/studio?sslmode=verify-full&uselibpqcompat=true',
      "DATABASE_URL must verify the server's certificate (sslmode=verify-full, tlsVerifyCert=true)",
    ],
    [
      'EVENTSTORE_URL',
      'esdb://a:2113?tls=true&tlsVerifyCert=false',
      "EVENTSTORE_URL must verify the server's certificate (sslmode=verify-full, tlsVerifyCert=true)",
    ],
    ['REDIS_URL', 'redis://:redis@redis:6379', 'REDIS_URL has a password of fewer than 12 characters'],
    ['STRIPE_SECRET_KEY', 'sk_test_sandbox', "STRIPE_SECRET_KEY is the sandbox's"],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_sandbox', "STRIPE_PUBLISHABLE_KEY is the sandbox's"],
    ['STRIPE_SECRET_KEY', 'pk_live_1', 'STRIPE_SECRET_KEY must start with sk_ or rk_'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_live_1', 'STRIPE_PUBLISHABLE_KEY must start with pk_'],
    [
      'STRIPE_PUBLISHABLE_KEY',
      'pk_test_51Kz',
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not both live or both test keys',
    ],
    ['STRIPE_WEBHOOK_SECRET', 'k3Vn8QpZr0TtLm5wXy2B', 'STRIPE_WEBHOOK_SECRET must start with whsec_'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_k3Vn8', 'STRIPE_WEBHOOK_SECRET is too weak'],
    ['JWT_SECRET', '0'.repeat(40), 'JWT_SECRET is too weak'],
    ['JWT_SECRET', 'c0ffee42'.repeat(5), 'JWT_SECRET is too weak'],
    ['JWT_SECRET', 'a-very-long-secret-for-the-studio', 'JWT_SECRET is too weak'],
    [
      'JWT_SECRET',
      '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
      'JWT_SECRET and MASTER_KEY are the same',
    ],
    ['MASTER_KEY', '0'.repeat(64), 'MASTER_KEY is too weak'],
    ['RATE_LIMITS', 'off', 'RATE_LIMITS=off is for load and tests only'],
  ])('refuses %s=%s, without repeating the value', (name, value, sentence) => {
    expect(faultsOf({ ...production, [name]: value })).toEqual([sentence]);
  });

  test('accepts servers with good passwords and servers without any', () => {
    expect(
      faultsOf({
        ...production,
        EVENTSTORE_URL: 'esdb+discover://admin:7f3a9b1c2d4e5f60@a:2113,b:2113?tls=true',
        DATABASE_URL: 'postgres://studio:9c1d7e3a5b2f4806@postgres:5432/studio',
        REDIS_URL: 'redis://redis:6379',
      }),
    ).toEqual([]);
    expect(
      faultsOf({
        ...production,
        EVENTSTORE_URL: 'esdb://a:2113?tls=true&tlsCAFile=/eventstore-ca/ca.crt&tlsVerifyCert=true',
        DATABASE_URL: 'postgres://postgres/studio?sslmode=verify-full&sslrootcert=/postgres-ca/ca.crt',
        REDIS_URL: 'rediss://redis:6379?tlsCAFile=/redis-ca/ca.crt',
      }),
    ).toEqual([]);
  });
});

test('reports an invalid variable once, and all other faults', () => {
  const faults = faultsOf({ ...production, JWT_SECRET: 'short', PORT: 'x', ADMIN_PASSWORD: 'admin-sandbox' });
  expect(faults).toEqual([
    'PORT must be a port',
    'JWT_SECRET must have at least 32 characters',
    "ADMIN_PASSWORD is the sandbox's",
  ]);
  expect(faultsOf({ DATA_DIR: dataDir, PORT: 'x', STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
    'PORT must be a port',
    'STRIPE_PUBLISHABLE_KEY is missing; it goes with STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET is missing; it goes with STRIPE_SECRET_KEY',
  ]);
});

test('reports all faults in one error, by name', () => {
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
