import { isLoopback } from './loopback.ts';
import type { Environment } from './schema.ts';
import { isGuessable, urlPasswordFault } from './weak-secrets.ts';

export const SANDBOX_STAFF_PASSWORDS = {
  admin: 'admin-sandbox',
  instructor: 'instructor-sandbox',
  auditor: 'auditor-sandbox',
} as const;

export const SANDBOX_STRIPE_KEYS = { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox' } as const;

/** The bearer token with which the sandbox's Brevo reports what became of an email. */
export const SANDBOX_BREVO_WEBHOOK_SECRET = 'brevo-sandbox';

/** Without one of these a stand-in or a well-known password takes its place. */
const REPLACED = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'BREVO_API_KEY',
  'BREVO_WEBHOOK_SECRET',
  'ADMIN_PASSWORD',
  'INSTRUCTOR_PASSWORD',
  'AUDITOR_PASSWORD',
] as const satisfies readonly (keyof Environment)[];

/** Without one of these an embedded server or a generated secret takes its place. */
const EMBEDDED = [
  'SITE_URL',
  'EVENTSTORE_URL',
  'DATABASE_URL',
  'JWT_SECRET',
  'MASTER_KEY',
] as const satisfies readonly (keyof Environment)[];

const PASSWORDS = ['ADMIN_PASSWORD', 'INSTRUCTOR_PASSWORD', 'AUDITOR_PASSWORD'] as const;
const LEAST_PASSWORD_LENGTH = 12;

/** Whether a variable is not set; an invalid one is reported elsewhere. */
export type IsMissing = (name: keyof Environment) => boolean;

/** The reasons why production refuses to start, one sentence each, without values. */
export function productionFaults(environment: Environment, isMissing: IsMissing): string[] {
  const missing = [...EMBEDDED, ...REPLACED].filter(isMissing);
  return [
    ...missing.map((name) => `${name} is missing; production runs with no stand-in and no generated secret`),
    ...valueFaults(environment),
    ...siteFaults(environment),
  ];
}

/**
 * The reasons why an embedded studio refuses to start. Stand-ins and well-known passwords are for one person on one
 * machine. A studio that others can reach, or that has a live key, follows the rules of production. It may keep its
 * own servers and secrets.
 */
export function embeddedFaults(environment: Environment, isMissing: IsMissing): string[] {
  const isReachable = ![environment.HOST, environment.SITE_URL].every(isLoopback);
  if (!isReachable && !hasLiveKey(environment)) return missingStripeValues(environment, isMissing);
  const required = isReachable ? (['SITE_URL', ...REPLACED] as const) : REPLACED;
  const reason = isReachable
    ? 'HOST and SITE_URL are addresses of this machine only (127.0.0.1, localhost)'
    : 'no live key of Stripe or Brevo is configured';
  return [
    ...required
      .filter(isMissing)
      .map((name) => `${name} is missing; a stand-in or default is allowed only while ${reason}`),
    ...valueFaults(environment),
    ...(isReachable ? siteFaults(environment) : []),
  ];
}

/** Real payments need all three of Stripe's values, because webhooks and the card form must use the same account. */
function missingStripeValues(environment: Environment, isMissing: IsMissing): string[] {
  if (isSandboxStripe(environment)) return [];
  const missing = (['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter(isMissing);
  return missing.map((name) => `${name} is missing; it goes with STRIPE_SECRET_KEY`);
}

export function isSandboxStripe({ STRIPE_SECRET_KEY: key }: Environment): boolean {
  return key === undefined || key === SANDBOX_STRIPE_KEYS.secret;
}

/** Whether a key reaches real cards or mailboxes. A key of Stripe without `test` in it counts; Brevo has no test keys. */
function hasLiveKey({
  STRIPE_SECRET_KEY: secret,
  STRIPE_PUBLISHABLE_KEY: publishable,
  BREVO_API_KEY: brevo,
}: Environment): boolean {
  const isLive = (key: string | undefined) => key !== undefined && !/^(sk|rk|pk)_test_/.test(key);
  return isLive(secret) || isLive(publishable) || brevo !== undefined;
}

function valueFaults(environment: Environment): string[] {
  const faults: string[] = [];
  for (const name of PASSWORDS) {
    const fault = passwordFault(environment[name]);
    if (fault !== undefined) faults.push(`${name} ${fault}`);
  }
  const given = PASSWORDS.map((name) => environment[name]).filter((password) => password !== undefined);
  if (new Set(given).size < given.length) faults.push('Two staff roles have the same password');
  for (const name of ['EVENTSTORE_URL', 'DATABASE_URL', 'REDIS_URL'] as const) {
    const fault = urlPasswordFault(environment[name]);
    if (fault !== undefined) faults.push(`${name} ${fault}`);
  }
  faults.push(
    ...tlsFaults(environment),
    ...stripeFaults(environment),
    ...brevoFaults(environment),
    ...keyFaults(environment),
  );
  if (environment.RATE_LIMITS === 'off') faults.push('RATE_LIMITS=off is for load and tests only');
  return faults;
}

/** The parameters with which a driver encrypts and trusts any certificate, or may fall back to no TLS. */
const UNVERIFIED =
  /[?&](sslmode=(?!disable\b|verify-full\b)|uselibpqcompat=|tlsVerifyCert=false|ssl=(no-verify|0|false))/i;

/** Without TLS a server is on a network of its own; TLS that accepts any certificate only seems safe. */
function tlsFaults(environment: Environment): string[] {
  return (['EVENTSTORE_URL', 'DATABASE_URL', 'REDIS_URL'] as const)
    .filter((name) => UNVERIFIED.test(environment[name] ?? ''))
    .map((name) => `${name} must verify the server's certificate (sslmode=verify-full, tlsVerifyCert=true)`);
}

function siteFaults({ SITE_URL: site }: Environment): string[] {
  return site?.startsWith('https://') === false ? ['SITE_URL must start with https://'] : [];
}

/** The prefixes of Stripe's keys; a secret key in the wrong variable would be published. */
const STRIPE_PREFIXES = {
  STRIPE_SECRET_KEY: ['sk_', 'rk_'],
  STRIPE_PUBLISHABLE_KEY: ['pk_'],
  STRIPE_WEBHOOK_SECRET: ['whsec_'],
} as const;
const LEAST_WEBHOOK_SECRET_LENGTH = 20;

function stripeFaults(environment: Environment): string[] {
  const faults: string[] = [];
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = environment;
  if (secret === SANDBOX_STRIPE_KEYS.secret) faults.push("STRIPE_SECRET_KEY is the sandbox's");
  if (publishable === SANDBOX_STRIPE_KEYS.publishable) faults.push("STRIPE_PUBLISHABLE_KEY is the sandbox's");
  if (faults.length > 0) return faults;
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const) {
    const value = environment[name];
    if (value !== undefined && !STRIPE_PREFIXES[name].some((prefix) => value.startsWith(prefix))) {
      faults.push(`${name} must start with ${STRIPE_PREFIXES[name].join(' or ')}`);
    }
  }
  const isLive = (key: string) => key.includes('_live_');
  if (secret !== undefined && publishable !== undefined && isLive(secret) !== isLive(publishable)) {
    faults.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not both live or both test keys');
  }
  const { STRIPE_WEBHOOK_SECRET: webhook } = environment;
  if (
    webhook?.startsWith('whsec_') &&
    (webhook.length < LEAST_WEBHOOK_SECRET_LENGTH || isGuessable(webhook))
  ) {
    faults.push('STRIPE_WEBHOOK_SECRET is too weak');
  }
  return faults;
}

/** Who knows this secret can report that a member unsubscribed, or that an address fails. */
function brevoFaults({ BREVO_WEBHOOK_SECRET: secret }: Environment): string[] {
  if (secret === undefined) return [];
  if (secret === SANDBOX_BREVO_WEBHOOK_SECRET) return ["BREVO_WEBHOOK_SECRET is the sandbox's"];
  const isWeak = secret.length < LEAST_WEBHOOK_SECRET_LENGTH || isGuessable(secret);
  return isWeak ? ['BREVO_WEBHOOK_SECRET is too weak'] : [];
}

function keyFaults({ JWT_SECRET: jwt, MASTER_KEY: master }: Environment): string[] {
  return [
    ...(jwt !== undefined && isGuessable(jwt) ? ['JWT_SECRET is too weak'] : []),
    ...(master === undefined ? [] : masterKeyFaults('MASTER_KEY', master, jwt)),
  ];
}

/** The errors of a master key; `name` is its variable. */
export function masterKeyFaults(name: string, master: string, jwt: string | undefined): string[] {
  return [
    ...(isGuessable(master) ? [`${name} is too weak`] : []),
    ...(jwt === master ? [`JWT_SECRET and ${name} are the same`] : []),
  ];
}

function passwordFault(password: string | undefined): string | undefined {
  if (password === undefined) return undefined;
  if (Object.values<string>(SANDBOX_STAFF_PASSWORDS).includes(password)) return "is the sandbox's";
  if (password.length < LEAST_PASSWORD_LENGTH) return `needs at least ${LEAST_PASSWORD_LENGTH} characters`;
  if (/^(admin|instructor|auditor)/i.test(password) || isGuessable(password, 5)) {
    return 'is too easy to guess';
  }
  return undefined;
}
