import type { Environment } from './schema.ts';

export const SANDBOX_STAFF_PASSWORDS = {
  admin: 'admin-sandbox',
  instructor: 'instructor-sandbox',
  auditor: 'auditor-sandbox',
} as const;

export const SANDBOX_STRIPE_KEYS = { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox' } as const;

const REQUIRED = [
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

/** What production refuses to start with, one sentence each, without the values. */
export function productionFaults(environment: Environment): string[] {
  const faults: string[] = REQUIRED.filter((name) => environment[name] === undefined).map(
    (name) => `${name} is missing; production runs with no stand-in and no generated secret`,
  );
  for (const name of PASSWORDS) {
    const fault = passwordFault(environment[name]);
    if (fault !== undefined) faults.push(`${name} ${fault}`);
  }
  const given = PASSWORDS.map((name) => environment[name]).filter((password) => password !== undefined);
  if (new Set(given).size < given.length) faults.push('Two staff roles have the same password');
  if (environment.STRIPE_SECRET_KEY === SANDBOX_STRIPE_KEYS.secret) {
    faults.push("STRIPE_SECRET_KEY is the sandbox's");
  }
  if (environment.STRIPE_PUBLISHABLE_KEY === SANDBOX_STRIPE_KEYS.publishable) {
    faults.push("STRIPE_PUBLISHABLE_KEY is the sandbox's");
  }
  if (isOneCharacter(environment.JWT_SECRET)) faults.push('JWT_SECRET is too weak');
  if (isOneCharacter(environment.MASTER_KEY)) faults.push('MASTER_KEY is too weak');
  if (environment.RATE_LIMITS === 'off') faults.push('RATE_LIMITS=off is for load and tests only');
  return faults;
}

function passwordFault(password: string | undefined): string | undefined {
  if (password === undefined) return undefined;
  if (Object.values<string>(SANDBOX_STAFF_PASSWORDS).includes(password)) return "is the sandbox's";
  if (password.length < LEAST_PASSWORD_LENGTH) return `needs at least ${LEAST_PASSWORD_LENGTH} characters`;
  if (new Set(password).size < 5 || /^(password|admin|instructor|auditor|changeme)/i.test(password)) {
    return 'is too easy to guess';
  }
  return undefined;
}

function isOneCharacter(secret: string | undefined): boolean {
  return secret !== undefined && new Set(secret).size < 4;
}
