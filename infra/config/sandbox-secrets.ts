import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { prepareNext, readMasterKey, storeMasterKey } from './generated-master-key.ts';

const storedSchema = z.object({
  jwtSecret: z.string().min(32).optional(),
  /** Stored here by earlier releases, and in a copy of the secrets. */
  masterKey: z.string().length(64).optional(),
  /** Stored here by earlier releases while a rotation is under way. */
  nextMasterKey: z.string().length(64).optional(),
  eventStoreCredential: z.string().min(16).optional(),
  stripeWebhookSecret: z.string().min(16).optional(),
});

type StoredSecrets = z.infer<typeof storedSchema>;
export type SandboxSecrets = Record<Exclude<keyof StoredSecrets, 'masterKey' | 'nextMasterKey'>, string>;

/**
 * Loads the sandbox's secrets from `<dataDir>/secrets.json`, which only its owner can read, and generates missing ones. The master key
 * is apart from them (`generated-master-key.ts`); one that an earlier release stored here is moved there.
 */
export function loadSandboxSecrets(dataDir: string): SandboxSecrets {
  const { masterKey, nextMasterKey, ...stored } = readStoredSecrets(getSecretsPath(dataDir));
  // Stored in its new place before it leaves the old one, so that a crash loses neither.
  if (masterKey !== undefined) storeMasterKey(dataDir, masterKey);
  if (nextMasterKey !== undefined) prepareNext(dataDir, nextMasterKey);
  const secrets: SandboxSecrets = {
    jwtSecret: stored.jwtSecret ?? randomBytes(32).toString('hex'),
    eventStoreCredential: stored.eventStoreCredential ?? randomBytes(24).toString('hex'),
    stripeWebhookSecret: stored.stripeWebhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`,
  };
  const isComplete = Object.keys(stored).length === Object.keys(secrets).length;
  if (!isComplete || masterKey !== undefined) writeSecrets(dataDir, secrets);
  chmodSync(getSecretsPath(dataDir), 0o600);
  return secrets;
}

/** All stored secrets with the master key, as text for a copy; without it where it is configured. */
export function exportSecrets(dataDir: string): string {
  const masterKey = readMasterKey(dataDir);
  const secrets = { ...loadSandboxSecrets(dataDir), ...(masterKey === null ? {} : { masterKey }) };
  return `${JSON.stringify(secrets, null, 2)}\n`;
}

/** Whether an earlier release stored its master key among the secrets. */
export const hasMovableMasterKey = (dataDir: string): boolean =>
  readStoredSecrets(getSecretsPath(dataDir)).masterKey !== undefined;

/** Stores the secrets of a copy. Throws when others are stored. */
export function importSecrets(dataDir: string, copy: string): void {
  const { masterKey, nextMasterKey: _, ...secrets } = readStoredSecrets(copy);
  if (Object.keys(secrets).length === 0) throw new Error('it is not a copy of secrets');
  const present = readStoredSecrets(getSecretsPath(dataDir));
  for (const [name, value] of Object.entries(present)) {
    if (value !== { ...secrets, masterKey }[name])
      throw new Error(`Other secrets are in ${getSecretsPath(dataDir)}`);
  }
  if (masterKey !== undefined) storeMasterKey(dataDir, masterKey);
  writeSecrets(dataDir, secrets);
}

const getSecretsPath = (dataDir: string) => join(dataDir, 'secrets.json');

/** Writes the file atomically, because the studio does not start with a partial file. */
function writeSecrets(dataDir: string, secrets: StoredSecrets): void {
  mkdirSync(dataDir, { recursive: true });
  const temporary = `${getSecretsPath(dataDir)}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(temporary, getSecretsPath(dataDir));
}

function readStoredSecrets(path: string): StoredSecrets {
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
