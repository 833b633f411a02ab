import { join, resolve } from 'node:path';
import { parseMasterKey } from '../crypto/master-key.ts';
import {
  type IsMissing,
  productionFaults,
  SANDBOX_STAFF_PASSWORDS,
  SANDBOX_STRIPE_KEYS,
} from './production-rules.ts';
import { loadSandboxSecrets, type SandboxSecrets } from './sandbox-secrets.ts';
import { type Environment, environmentSchema } from './schema.ts';

export interface Config {
  /** `embedded`: stand-ins and embedded servers take the place of what is not configured; `production`: nothing does. */
  readonly mode: 'embedded' | 'production';
  readonly port: number;
  readonly host: string;
  /** Where a process tells of its health and its metrics, apart from the site; null: nowhere, and it keeps no metrics. */
  readonly healthPort: number | null;
  /** How long an API that is told to end goes on serving, not ready any more, so that the proxy sees it and asks another. */
  readonly drainMs: number;
  /** Where browsers reach the site; links in emails start with it. No slash at the end. */
  readonly siteUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Of an embedded installation: where backups go, and the register of erasures is kept. Absolute. */
  readonly backupDir: string;
  /** null: what is usual for what runs. */
  readonly logLevel: string | null;
  /** null: the embedded one. */
  readonly eventStoreUrl: string | null;
  /** null: the embedded one. */
  readonly databaseUrl: string | null;
  /** null: the queue lives in Postgres. */
  readonly redisUrl: string | null;
  /** What the embedded event store node asks of its clients; null in production. */
  readonly eventStoreCredential: string | null;
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    /** Payments go to the stand-in. */
    readonly sandbox: boolean;
  };
  /** An `apiKey` of null: mail goes to the sandbox's outbox. */
  readonly brevo: { readonly apiKey: string | null; readonly sandbox: boolean };
  readonly jwtSecret: string;
  /** 32 bytes. */
  readonly masterKey: Buffer;
  readonly staffPasswords: Readonly<Record<'admin' | 'instructor' | 'auditor', string>>;
  readonly studio: {
    readonly name: string;
    readonly town: string;
    readonly email: string;
    readonly address: string;
    readonly demo: boolean;
  };
  readonly rateLimits: boolean;
  readonly telemetry: {
    /** Where traces are sent, by OTLP over HTTP; null: nowhere, and none are made. No slash at the end. */
    readonly otlpEndpoint: string | null;
    /** null: `tideline-` and what the process is. */
    readonly serviceName: string | null;
    /** The part of all requests that is traced, 0 to 1. */
    readonly sampleRatio: number;
  };
}

/** What is wrong with the environment, one line for each fault; never a value. */
export class InvalidConfig extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The configuration is not right:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.name = 'InvalidConfig';
    this.faults = faults;
  }
}

/** Reads the configuration out of environment variables. Outside production, makes up and keeps missing secrets. Throws InvalidConfig. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const environment = readEnvironment(env);
  const production = environment.NODE_ENV === 'production';
  const dataDir = resolve(environment.DATA_DIR);
  const kept = production ? undefined : loadSandboxSecrets(dataDir);
  return {
    mode: production ? 'production' : 'embedded',
    port: environment.PORT,
    host: environment.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    healthPort: environment.HEALTH_PORT ?? null,
    // Longer than the Caddyfile's interval and timeout of health checks together.
    drainMs: 1_000 * (environment.DRAIN_SECONDS ?? (production ? 5 : 0)),
    siteUrl: (environment.SITE_URL ?? `http://localhost:${environment.PORT}`).replace(/\/+$/, ''),
    dataDir,
    backupDir: resolve(environment.BACKUP_DIR ?? join(dataDir, 'backups')),
    logLevel: environment.LOG_LEVEL ?? null,
    eventStoreUrl: environment.EVENTSTORE_URL ?? null,
    databaseUrl: environment.DATABASE_URL ?? null,
    redisUrl: environment.REDIS_URL ?? null,
    eventStoreCredential: kept?.eventStoreCredential ?? null,
    rateLimits: environment.RATE_LIMITS === 'on',
    telemetry: {
      otlpEndpoint: environment.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null,
      serviceName: environment.OTEL_SERVICE_NAME ?? null,
      sampleRatio: environment.OTEL_TRACES_SAMPLER_ARG,
    },
    studio: {
      name: environment.STUDIO_NAME,
      town: environment.STUDIO_TOWN,
      email: environment.STUDIO_EMAIL,
      address: environment.STUDIO_ADDRESS,
      demo: environment.STUDIO_DEMO === 'on',
    },
    ...secretsOf(environment, kept),
  };
}

/** Of a variable that can't be read that is said alone; all others are judged without it. */
function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const parsed = environmentSchema.safeParse(env);
  const issues = parsed.error?.issues ?? [];
  const unreadable = new Set(issues.map(({ path }) => path.join('.')));
  const environment =
    parsed.data ??
    environmentSchema.parse(
      Object.fromEntries(Object.entries(env).filter(([name]) => !unreadable.has(name))),
    );
  const isMissing: IsMissing = (name) => environment[name] === undefined && !unreadable.has(name);
  const rules = environment.NODE_ENV === 'production' ? productionFaults : halfConfigured;
  const faults = [
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    ...rules(environment, isMissing),
  ];
  if (faults.length > 0) throw new InvalidConfig(faults);
  return environment;
}

function secretsOf(
  environment: Environment,
  kept: SandboxSecrets | undefined,
): Pick<Config, 'stripe' | 'brevo' | 'jwtSecret' | 'masterKey' | 'staffPasswords'> {
  const sandboxPayments = isSandboxStripe(environment);
  return {
    stripe: {
      secretKey: environment.STRIPE_SECRET_KEY ?? SANDBOX_STRIPE_KEYS.secret,
      publishableKey: environment.STRIPE_PUBLISHABLE_KEY ?? SANDBOX_STRIPE_KEYS.publishable,
      webhookSecret: given(environment.STRIPE_WEBHOOK_SECRET ?? kept?.stripeWebhookSecret),
      sandbox: sandboxPayments,
    },
    brevo: { apiKey: environment.BREVO_API_KEY ?? null, sandbox: environment.BREVO_API_KEY === undefined },
    jwtSecret: given(environment.JWT_SECRET ?? kept?.jwtSecret),
    masterKey: parseMasterKey(given(environment.MASTER_KEY ?? kept?.masterKey)),
    staffPasswords: {
      admin: environment.ADMIN_PASSWORD ?? SANDBOX_STAFF_PASSWORDS.admin,
      instructor: environment.INSTRUCTOR_PASSWORD ?? SANDBOX_STAFF_PASSWORDS.instructor,
      auditor: environment.AUDITOR_PASSWORD ?? SANDBOX_STAFF_PASSWORDS.auditor,
    },
  };
}

/** Real payments need all three of Stripe's values, or webhooks and the card form would not belong to them. */
function halfConfigured(environment: Environment, isMissing: IsMissing): string[] {
  if (isSandboxStripe(environment)) return [];
  const missing = (['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const).filter(isMissing);
  return missing.map((name) => `${name} is missing; it goes with STRIPE_SECRET_KEY`);
}

function isSandboxStripe({ STRIPE_SECRET_KEY: key }: Environment): boolean {
  return key === undefined || key === SANDBOX_STRIPE_KEYS.secret;
}

function given(secret: string | undefined): string {
  if (secret === undefined) throw new InvalidConfig(['A secret is missing']);
  return secret;
}
