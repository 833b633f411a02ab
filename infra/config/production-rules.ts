import type { Environment } from './schema.ts';
import { isGuessable, urlPasswordFault } from './weak-secrets.ts';

export const SANDBOX_STAFF_PASSWORDS = {
  admin: 'admin-sandbox',
  instructor: 'instructor-sandbox',
  auditor: 'auditor-sandbox',
} as const;

export const SANDBOX_STRIPE_KEYS = { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox' } as const;

const REQUIRED = [
  'SITE_URL',
  'EVENTSTORE_URL',
  'DATABASE_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'BREVO_API_KEY',
  'JWT_SECRET',
  'MASTER_KEY',
  'ADMIN_PASSWORD',
  'INSTRUCTOR_PASSWORD',
  'AUDITOR_PASSWORD',
] as const satisfies readonly (keyof Environment)[];

const PASSWORDS = ['ADMIN_PASSWORD', 'INSTRUCTOR_PASSWORD', 'AUDITOR_PASSWORD'] as const;
const LEAST_PASSWORD_LENGTH = 12;

/** Whether a variable is not set; an invalid one is reported elsewhere. */
export type IsMissing = (name: keyof Environment) => boolean;

/** The reasons why production refuses to start, one sentence each, without values. */
export function productionFaults(environment: Environment, isMissing: IsMissing): string[] {
  const faults: string[] = REQUIRED.filter(isMissing).map(
    (name) => `${name} is missing; production runs with no stand-in and no generated secret`,
  );
  for (const name of PASSWORDS) {
    const fault = passwordFault(environment[name]);
    if (fault !== undefined) faults.push(`${name} ${fault}`);
  }
  const given = PASSWORDS.map((name) => environment[name]).filter((password) => password !== undefined);
  if (new Set(given).size < given.length) faults.push('Two staff roles have the same password');
  faults.push(...addressFaults(environment), ...stripeFaults(environment), ...keyFaults(environment));
  if (environment.RATE_LIMITS === 'off') faults.push('RATE_LIMITS=off is for load and tests only');
  return faults;
}

function addressFaults(environment: Environment): string[] {
  const faults: string[] = [];
  const { SITE_URL: site } = environment;
  if (site !== undefined && !site.startsWith('https://')) faults.push('SITE_URL must start with https://');
  for (const name of ['EVENTSTORE_URL', 'DATABASE_URL', 'REDIS_URL'] as const) {
    const fault = urlPasswordFault(environment[name]);
    if (fault !== undefined) faults.push(`${name} ${fault}`);
  }
  return faults;
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
