import { join, resolve } from 'node:path';
import { parseMasterKey } from '../crypto/master-key.ts';
import { readApplePayFile } from './apple-pay-file.ts';
import { loadMasterKey } from './generated-master-key.ts';
import { readMasterKeyFile } from './master-key-file.ts';
import {
  embeddedFaults,
  type IsMissing,
  isSandboxStripe,
  productionFaults,
  SANDBOX_BREVO_WEBHOOK_SECRET,
  SANDBOX_STAFF_PASSWORDS,
  SANDBOX_STRIPE_KEYS,
} from './production-rules.ts';
import { loadSandboxSecrets, type SandboxSecrets } from './sandbox-secrets.ts';
import { type Environment, environmentSchema } from './schema.ts';

export interface Config {
  /** `embedded` replaces what is not configured by stand-ins and embedded servers; `production` replaces nothing. */
  readonly mode: 'embedded' | 'production';
  readonly port: number;
  readonly host: string;
  /** The port of health and metrics, apart from the site; null serves neither and records no metrics. */
  readonly healthPort: number | null;
  /** How long an API that stops still serves while it is not ready, so that the proxy switches to another. */
  readonly drainMs: number;
  /** The site's address for browsers and for links in emails, without a trailing slash. */
  readonly siteUrl: string;
  /** Whether browsers use TLS. It ends at a proxy, which states in X-Forwarded-Proto how a request arrived. */
  readonly isBehindTls: boolean;
  /** Absolute. */
  readonly dataDir: string;
  /** The folder of an embedded installation's backups and erasure register. Absolute. */
  readonly backupDir: string;
  /** Null for the default of the program. */
  readonly logLevel: string | null;
  /** Null for the embedded one. */
  readonly eventStoreUrl: string | null;
  /** Null for the embedded one. */
  readonly databaseUrl: string | null;
  /** Null for a queue in Postgres. */
  readonly redisUrl: string | null;
  /** The credential of the embedded event store node's clients; null in production. */
  readonly eventStoreCredential: string | null;
  readonly stripe: {
    readonly secretKey: string;
    readonly publishableKey: string;
    readonly webhookSecret: string;
    /** Whether payments go to the stand-in. */
    readonly sandbox: boolean;
  };
  /** Served to Apple, which then shows Apple Pay on this domain; null serves nothing. */
  readonly applePayDomainAssociation: Buffer | null;
  /** An `apiKey` of null sends mail to the sandbox's outbox. */
  readonly brevo: {
    readonly apiKey: string | null;
    /** The bearer token of Brevo's webhooks. */
    readonly webhookSecret: string;
    readonly sandbox: boolean;
  };
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
    /** The address for traces (OTLP over HTTP) without a trailing slash; null makes none. */
    readonly otlpEndpoint: string | null;
    /** Null for `tideline-` and the component. */
    readonly serviceName: string | null;
    /** The share of requests that are traced, 0 to 1. */
    readonly sampleRatio: number;
  };
}

/** The errors of the environment, one line each, without values. */
export class InvalidConfig extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(['The configuration is invalid:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.name = 'InvalidConfig';
    this.faults = faults;
  }
}

/** Reads the configuration from environment variables. Outside production, generates and stores missing secrets. @throws InvalidConfig */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { environment, applePayDomainAssociation } = readEnvironment(env);
  const production = environment.NODE_ENV === 'production';
  const dataDir = resolve(environment.DATA_DIR);
  const sandboxSecrets = production ? undefined : loadSandboxSecrets(dataDir);
  const siteUrl = (environment.SITE_URL ?? `http://localhost:${environment.PORT}`).replace(/\/+$/, '');
  return {
    mode: production ? 'production' : 'embedded',
    port: environment.PORT,
    host: environment.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    healthPort: environment.HEALTH_PORT ?? null,
    // Longer than the interval plus the timeout of the Caddyfile's health checks.
    drainMs: 1_000 * (environment.DRAIN_SECONDS ?? (production ? 5 : 0)),
    siteUrl,
    isBehindTls: siteUrl.startsWith('https://'),
    dataDir,
    backupDir: resolve(environment.BACKUP_DIR ?? join(dataDir, 'backups')),
    logLevel: environment.LOG_LEVEL ?? null,
    eventStoreUrl: environment.EVENTSTORE_URL ?? null,
    databaseUrl: environment.DATABASE_URL ?? null,
    redisUrl: environment.REDIS_URL ?? null,
    eventStoreCredential: sandboxSecrets?.eventStoreCredential ?? null,
    applePayDomainAssociation,
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
    ...secretsOf(environment, sandboxSecrets),
    masterKey: parseMasterKey(environment.MASTER_KEY ?? loadMasterKey(dataDir)),
  };
}

/** An invalid variable is reported once; all rules treat it as neither set nor missing. */
function readEnvironment(given: Readonly<Record<string, string | undefined>>): {
  environment: Environment;
  applePayDomainAssociation: Buffer | null;
} {
  const { env, faults: fileFaults } = readMasterKeyFile(given);
  const parsed = environmentSchema.safeParse(env);
  const issues = parsed.error?.issues ?? [];
  const invalid = new Set(issues.map(({ path }) => path.join('.')));
  const environment =
    parsed.data ??
    environmentSchema.parse(Object.fromEntries(Object.entries(env).filter(([name]) => !invalid.has(name))));
  if (fileFaults.length > 0) invalid.add('MASTER_KEY');
  const isMissing: IsMissing = (name) => environment[name] === undefined && !invalid.has(name);
  const rules = environment.NODE_ENV === 'production' ? productionFaults : embeddedFaults;
  const applePay = readApplePayFile(environment.APPLE_PAY_DOMAIN_ASSOCIATION_FILE);
  const faults = [
    ...fileFaults,
    ...applePay.faults,
    ...issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    ...rules(environment, isMissing),
  ];
  if (faults.length > 0) throw new InvalidConfig(faults);
  return { environment, applePayDomainAssociation: applePay.content };
}

function secretsOf(
  environment: Environment,
  sandboxSecrets: SandboxSecrets | undefined,
): Pick<Config, 'stripe' | 'brevo' | 'jwtSecret' | 'staffPasswords'> {
  const sandboxPayments = isSandboxStripe(environment);
  return {
    stripe: {
      secretKey: environment.STRIPE_SECRET_KEY ?? SANDBOX_STRIPE_KEYS.secret,
      publishableKey: environment.STRIPE_PUBLISHABLE_KEY ?? SANDBOX_STRIPE_KEYS.publishable,
      webhookSecret: requireSecret(environment.STRIPE_WEBHOOK_SECRET ?? sandboxSecrets?.stripeWebhookSecret),
      sandbox: sandboxPayments,
    },
    brevo: {
      apiKey: environment.BREVO_API_KEY ?? null,
      webhookSecret: environment.BREVO_WEBHOOK_SECRET ?? SANDBOX_BREVO_WEBHOOK_SECRET,
      sandbox: environment.BREVO_API_KEY === undefined,
    },
    jwtSecret: requireSecret(environment.JWT_SECRET ?? sandboxSecrets?.jwtSecret),
    staffPasswords: {
      admin: environment.ADMIN_PASSWORD ?? SANDBOX_STAFF_PASSWORDS.admin,
      instructor: environment.INSTRUCTOR_PASSWORD ?? SANDBOX_STAFF_PASSWORDS.instructor,
      auditor: environment.AUDITOR_PASSWORD ?? SANDBOX_STAFF_PASSWORDS.auditor,
    },
  };
}

function requireSecret(secret: string | undefined): string {
  if (secret === undefined) throw new InvalidConfig(['A secret is missing']);
  return secret;
}
