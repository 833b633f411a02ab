import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InvalidConfig, loadConfig } from './config.ts';

let home: string;
let dataDir: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tideline-config-'));
  dataDir = join(home, 'data');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://book.sea.example',
  EVENTSTORE_URL: 'esdb://eventstore:2113?tls=false',
  DATABASE_URL: 'postgres://postgres/studio',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_k3Vn8QpZr0TtLm5wXy2B',
  BREVO_API_KEY: 'xkeysib-1',
  BREVO_WEBHOOK_SECRET: 'Wq7_hT2vLr9Zc4nXb8Kd',
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

test('drains an API in production, or for DRAIN_SECONDS', () => {
  expect(loadConfig({ DATA_DIR: dataDir }).drainMs).toBe(0);
  expect(loadConfig(production).drainMs).toBe(5_000);
  expect(loadConfig({ ...production, DRAIN_SECONDS: '0.5' }).drainMs).toBe(500);
  expect(faultsOf({ DATA_DIR: dataDir, DRAIN_SECONDS: '60' })).toEqual(['DRAIN_SECONDS must be at most 15']);
});

describe('the file by which Apple verifies the domain', () => {
  const variable = 'APPLE_PAY_DOMAIN_ASSOCIATION_FILE';

  test('is read at the start', () => {
    const file = join(home, 'association');
    writeFileSync(file, '7B2276\n');
    expect(loadConfig({ DATA_DIR: dataDir }).applePayDomainAssociation).toBeNull();
    expect(loadConfig({ DATA_DIR: dataDir, [variable]: '' }).applePayDomainAssociation).toBeNull();
    expect(String(loadConfig({ ...production, [variable]: file }).applePayDomainAssociation)).toBe(
      '7B2276\n',
    );
  });

  test('refuses the start when it cannot be read, is no file, is empty or far too large', () => {
    const [empty, large] = [join(home, 'empty'), join(home, 'large')];
    writeFileSync(empty, '');
    writeFileSync(large, 'x'.repeat(65_537));
    const faults = [join(home, 'missing'), home, empty, large].map((file) =>
      faultsOf({ DATA_DIR: dataDir, [variable]: file }),
    );
    expect(faults).toEqual([
      [`${variable} cannot be read (ENOENT)`],
      [`${variable} is not a file`],
      [`${variable} is empty`],
      [`${variable} has more than 65536 bytes`],
    ]);
  });
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

describe('the master key', () => {
  const key = '9f1c3e5a7b2d4f60819a2b3c4d5e6f70918a7b6c5d4e3f2a1b0c9d8e7f6a5b4c';
  const keyFile = () => `${dataDir}.keys/master-key`;
  const secretsFile = () => join(dataDir, 'secrets.json');
  const loadKey = (env: Record<string, string> = {}) =>
    loadConfig({ DATA_DIR: dataDir, ...env }).masterKey.toString('hex');

  test('is generated once, beside the data and readable by its owner only', () => {
    const first = loadKey();
    expect(loadKey()).toBe(first);
    expect(readFileSync(keyFile(), 'utf8').trim()).toBe(first);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(statSync(`${dataDir}.keys`).mode & 0o777).toBe(0o700);
    expect(readFileSync(secretsFile(), 'utf8')).not.toContain(first);
  });

  test('stays inside the data where it was generated there, as in a volume', () => {
    mkdirSync(join(dataDir, 'keys'), { recursive: true });
    writeFileSync(join(dataDir, 'keys', 'master-key'), key);
    expect(loadKey()).toBe(key);
    expect(existsSync(keyFile())).toBe(false);
  });

  test('of an earlier release moves out of the secrets, also after an interruption', () => {
    mkdirSync(dataDir);
    const jwtSecret = 'f3a9b1c2d4e5f60718293a4b5c6d7e8f';
    const next = key.split('').toReversed().join('');
    const old = JSON.stringify({ jwtSecret, masterKey: key, nextMasterKey: next });
    for (let start = 0; start < 2; start += 1) {
      // The second start finds the key in both places.
      writeFileSync(secretsFile(), old);
      expect(loadKey()).toBe(key);
      expect(readFileSync(keyFile(), 'utf8').trim()).toBe(key);
      expect(readFileSync(`${dataDir}.keys/next-master-key`, 'utf8').trim()).toBe(next);
      const secrets = readFileSync(secretsFile(), 'utf8');
      expect(secrets).toContain(jwtSecret);
      expect(secrets).not.toMatch(/masterKey/i);
    }
  });

  test('is never replaced by another one', () => {
    mkdirSync(dataDir);
    const stored = loadKey();
    writeFileSync(secretsFile(), JSON.stringify({ masterKey: key }));
    expect(() => loadKey()).toThrow('holds another master key');
    expect(readFileSync(keyFile(), 'utf8').trim()).toBe(stored);
    expect(readFileSync(secretsFile(), 'utf8')).toContain(key);
    writeFileSync(keyFile(), key.slice(1));
    expect(() => loadKey()).toThrow('is damaged');
  });

  test('is read from MASTER_KEY_FILE, also in production, and none is generated then', () => {
    const file = join(home, 'mounted-key');
    writeFileSync(file, `${key}\n`, { mode: 0o440 });
    expect(loadKey({ MASTER_KEY_FILE: file })).toBe(key);
    expect(existsSync(keyFile())).toBe(false);
    const { MASTER_KEY: _, ...rest } = production;
    expect(loadConfig({ ...rest, MASTER_KEY_FILE: file }).masterKey.toString('hex')).toBe(key);
    writeFileSync(join(home, 'weak'), '00'.repeat(32), { mode: 0o400 });
    expect(faultsOf({ ...rest, MASTER_KEY_FILE: join(home, 'weak') })).toEqual(['MASTER_KEY is too weak']);
  });

  test.each<[string, number | null, string, RegExp]>([
    ['may be read by anyone', 0o644, key, /read by others/],
    ['may be written by its group', 0o660, key, /read by others or written by its group/],
    ['is missing', null, key, /ENOENT/],
    ['is no key', 0o600, key.slice(2), /must contain 32 bytes/],
    ['is empty', 0o600, '', /must contain 32 bytes/],
  ])('in a file is refused when the file %s', (_, mode, content, fault) => {
    const file = join(home, 'mounted-key');
    if (mode !== null) {
      writeFileSync(file, content);
      chmodSync(file, mode);
    }
    for (const env of [{ DATA_DIR: dataDir }, { ...production, MASTER_KEY: '' }]) {
      const faults = faultsOf({ ...env, MASTER_KEY_FILE: file });
      expect(faults).toEqual([expect.stringMatching(/^MASTER_KEY_FILE /)]);
      expect(faults[0]).toMatch(fault);
      expect(faults.join()).not.toContain(key.slice(2));
    }
  });

  test('is refused when it is given twice', () => {
    const file = join(home, 'mounted-key');
    writeFileSync(file, key, { mode: 0o400 });
    expect(faultsOf({ ...production, MASTER_KEY_FILE: file })).toEqual([
      'MASTER_KEY and MASTER_KEY_FILE are both set; keep one',
    ]);
  });
});
