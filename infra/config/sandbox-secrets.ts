import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const keptSchema = z.object({
  jwtSecret: z.string().min(32).optional(),
  masterKey: z.string().length(64).optional(),
  /** While it is being changed: what it is going to be. */
  nextMasterKey: z.string().length(64).optional(),
  eventStoreCredential: z.string().min(16).optional(),
  stripeWebhookSecret: z.string().min(16).optional(),
});

type Kept = z.infer<typeof keptSchema>;
export type SandboxSecrets = Record<Exclude<keyof Kept, 'nextMasterKey'>, string> &
  Pick<Kept, 'nextMasterKey'>;

const newMasterKey = () => randomBytes(32).toString('hex');

/**
 * The sandbox's own secrets, made up once and kept in `<dataDir>/secrets.json`, readable by its owner alone. The master key
 * there is what the sandbox's personal data is sealed with: without the file it can't be read again.
 */
export function loadSandboxSecrets(dataDir: string): SandboxSecrets {
  const kept = readKept(dataDir);
  const secrets: SandboxSecrets = {
    ...kept,
    jwtSecret: kept.jwtSecret ?? randomBytes(32).toString('hex'),
    masterKey: kept.masterKey ?? newMasterKey(),
    eventStoreCredential: kept.eventStoreCredential ?? randomBytes(24).toString('hex'),
    stripeWebhookSecret: kept.stripeWebhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`,
  };
  if (Object.keys(kept).length < Object.keys(secrets).length) write(dataDir, secrets);
  chmodSync(placeOf(dataDir), 0o600);
  return secrets;
}

/** The master key of the file and the one that shall follow it, which is in the file when this returns. */
export function prepareMasterKey(dataDir: string): { from: string; to: string } {
  const secrets = loadSandboxSecrets(dataDir);
  const to = secrets.nextMasterKey ?? newMasterKey();
  write(dataDir, { ...secrets, nextMasterKey: to });
  return { from: secrets.masterKey, to };
}

/** Puts the prepared master key in the place of the one before. */
export function adoptMasterKey(dataDir: string): void {
  const { nextMasterKey, ...secrets } = loadSandboxSecrets(dataDir);
  if (nextMasterKey !== undefined) write(dataDir, { ...secrets, masterKey: nextMasterKey });
}

const placeOf = (dataDir: string) => join(dataDir, 'secrets.json');

/** Whole or not at all: a half-written file would lose the key. */
function write(dataDir: string, secrets: SandboxSecrets): void {
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${placeOf(dataDir)}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, placeOf(dataDir));
}

function readKept(dataDir: string): Kept {
  const path = placeOf(dataDir);
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
