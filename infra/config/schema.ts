import { z } from 'zod';
import { parseMasterKey } from '../crypto/master-key.ts';

/** An empty variable counts as not set. */
const blank = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);

const text = z.preprocess(blank, z.string().trim().optional());
const textOr = (fallback: string) => z.preprocess(blank, z.string().trim().default(fallback));
const onOff = (fallback: 'on' | 'off') =>
  z.preprocess(blank, z.enum(['on', 'off'], { error: 'must be on or off' }).default(fallback));
const url = (...protocols: string[]) =>
  z.preprocess(
    blank,
    z
      .string()
      .trim()
      .refine((value) => protocols.some((protocol) => value.startsWith(`${protocol}://`)), {
        error: `must start with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
      })
      .optional(),
  );

/** The environment variables; `.env.example` describes each. */
export const environmentSchema = z.object({
  NODE_ENV: z.preprocess(
    blank,
    z
      .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
      .default('development'),
  ),
  PORT: z.preprocess(
    blank,
    z.coerce.number({ error: 'must be a port' }).int().min(0).max(65_535, 'must be a port').default(3000),
  ),
  HOST: text,
  HEALTH_PORT: z.preprocess(
    blank,
    z.coerce.number({ error: 'must be a port' }).int().min(0).max(65_535, 'must be a port').optional(),
  ),
  DRAIN_SECONDS: z.preprocess(
    blank,
    z.coerce
      .number({ error: 'must be a number of seconds' })
      .min(0, 'must not be negative')
      .max(15, 'must be at most 15')
      .optional(),
  ),
  SITE_URL: url('http', 'https'),
  DATA_DIR: textOr('.data'),
  BACKUP_DIR: text,
  LOG_LEVEL: z.preprocess(
    blank,
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], { error: 'is not a level' })
      .optional(),
  ),
  EVENTSTORE_URL: url('esdb', 'esdb+discover'),
  DATABASE_URL: url('postgres', 'postgresql'),
  REDIS_URL: url('redis', 'rediss'),
  STRIPE_SECRET_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  BREVO_API_KEY: text,
  BREVO_WEBHOOK_SECRET: text,
  APPLE_PAY_DOMAIN_ASSOCIATION_FILE: text,
  JWT_SECRET: z.preprocess(blank, z.string().min(32, 'must have at least 32 characters').optional()),
  MASTER_KEY: z.preprocess(
    blank,
    z
      .string()
      .trim()
      .refine(isMasterKey, { error: 'must be 32 bytes, as 64 hex digits or base64' })
      .optional(),
  ),
  MASTER_KEY_FILE: text,
  ADMIN_PASSWORD: text,
  INSTRUCTOR_PASSWORD: text,
  AUDITOR_PASSWORD: text,
  STUDIO_NAME: textOr('Tideline'),
  STUDIO_TOWN: textOr('Whitstable'),
  STUDIO_EMAIL: z.preprocess(blank, z.email('must be an email address').default('hello@tideline.example')),
  STUDIO_ADDRESS: textOr('The Old Sail Loft, Harbour Street, Whitstable CT5 1AB'),
  STUDIO_DEMO: onOff('on'),
  RATE_LIMITS: onOff('on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https'),
  OTEL_SERVICE_NAME: text,
  OTEL_TRACES_SAMPLER_ARG: z.preprocess(
    blank,
    z.coerce.number({ error: 'must be from 0 to 1' }).min(0).max(1, 'must be from 0 to 1').default(1),
  ),
});

export type Environment = z.infer<typeof environmentSchema>;

/** Whether `parseMasterKey` accepts the value. */
export function isMasterKey(value: string): boolean {
  try {
    parseMasterKey(value);
    return true;
  } catch {
    return false;
  }
}
