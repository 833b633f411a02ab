import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const storedSchema = z.object({
  jwtSecret: z.string().min(32).optional(),
  masterKey: z.string().length(64).optional(),
  /** The next master key, while a rotation is under way. */
  nextMasterKey: z.string().length(64).optional(),
  eventStoreCredential: z.string().min(16).optional(),
  stripeWebhookSecret: z.string().min(16).optional(),
});

type StoredSecrets = z.infer<typeof storedSchema>;
export type SandboxSecrets = Record<Exclude<keyof StoredSecrets, 'nextMasterKey'>, string> &
  Pick<StoredSecrets, 'nextMasterKey'>;

const newMasterKey = () => randomBytes(32).toString('hex');

/**
 * Loads the sandbox's secrets from `<dataDir>/secrets.json`, which only its owner can read, and generates missing ones. Without
 * its master key the sandbox's personal data cannot be decrypted.
 */
export function loadSandboxSecrets(dataDir: string): SandboxSecrets {
  const stored = readStoredSecrets(dataDir);
  const secrets: SandboxSecrets = {
    ...stored,
    jwtSecret: stored.jwtSecret ?? randomBytes(32).toString('hex'),
    masterKey: stored.masterKey ?? newMasterKey(),
    eventStoreCredential: stored.eventStoreCredential ?? randomBytes(24).toString('hex'),
    stripeWebhookSecret: stored.stripeWebhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`,
  };
  if (Object.keys(stored).length < Object.keys(secrets).length) writeSecrets(dataDir, secrets);
  chmodSync(getSecretsPath(dataDir), 0o600);
  return secrets;
}

/** Returns the current master key and the next one, which is stored when this returns. */
export function prepareMasterKey(dataDir: string): { from: string; to: string } {
  const secrets = loadSandboxSecrets(dataDir);
  const to = secrets.nextMasterKey ?? newMasterKey();
  writeSecrets(dataDir, { ...secrets, nextMasterKey: to });
  return { from: secrets.masterKey, to };
}

/** Replaces the master key with the prepared one. */
export function adoptMasterKey(dataDir: string): void {
  const { nextMasterKey, ...secrets } = loadSandboxSecrets(dataDir);
  if (nextMasterKey !== undefined) writeSecrets(dataDir, { ...secrets, masterKey: nextMasterKey });
}

const getSecretsPath = (dataDir: string) => join(dataDir, 'secrets.json');

/** Writes the file atomically, because a partial file would lose the master key. */
function writeSecrets(dataDir: string, secrets: SandboxSecrets): void {
  mkdirSync(dataDir, { recursive: true });
  const temporary = `${getSecretsPath(dataDir)}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, getSecretsPath(dataDir));
}

function readStoredSecrets(dataDir: string): StoredSecrets {
  const path = getSecretsPath(dataDir);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
  const stored = storedSchema.safeParse(parseJson(text));
  if (!stored.success) throw new Error(`${path} is damaged; restore it from a backup`);
  return stored.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
