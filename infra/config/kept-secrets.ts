import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const keptSchema = z.object({
  jwtSecret: z.string().min(32).optional(),
  masterKey: z.string().length(64).optional(),
  eventStoreCredential: z.string().min(16).optional(),
  stripeWebhookSecret: z.string().min(16).optional(),
});

export type KeptSecrets = Required<z.infer<typeof keptSchema>>;

/**
 * The sandbox's own secrets, made up once and kept in `<dataDir>/secrets.json`, readable by its owner alone. The master key
 * there is what the sandbox's personal data is sealed with: without the file it can't be read again.
 */
export function keepSecrets(dataDir: string): KeptSecrets {
  const path = join(dataDir, 'secrets.json');
  const kept = readKept(path);
  const secrets: KeptSecrets = {
    jwtSecret: kept.jwtSecret ?? randomBytes(32).toString('hex'),
    masterKey: kept.masterKey ?? randomBytes(32).toString('hex'),
    eventStoreCredential: kept.eventStoreCredential ?? randomBytes(24).toString('hex'),
    stripeWebhookSecret: kept.stripeWebhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`,
  };
  if (Object.keys(kept).length < Object.keys(secrets).length) {
    mkdirSync(dataDir, { recursive: true });
    // Whole or not at all: a half-written file would lose the key.
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
    renameSync(fresh, path);
  }
  chmodSync(path, 0o600);
  return secrets;
}

function readKept(path: string): z.infer<typeof keptSchema> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
  const kept = keptSchema.safeParse(parseJson(text));
  if (!kept.success) throw new Error(`${path} is not the file of secrets it was written as; restore it`);
  return kept.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
