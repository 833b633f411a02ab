import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const KEY = 'master-key';
/** The next master key, while a rotation is under way. */
const NEXT_KEY = 'next-master-key';

/**
 * The directory of a generated master key. It lies beside DATA_DIR, so that a copy of DATA_DIR decrypts nothing. It lies inside
 * where DATA_DIR is a volume of its own, because what is beside a volume is lost with the container. It also lies inside where
 * nothing may be created beside it.
 */
function findKeyDirectory(dataDir: string): string {
  const { beside, inside } = listDirectories(dataDir);
  for (const directory of [beside, inside]) if (existsSync(join(directory, KEY))) return directory;
  return isVolume(dataDir) || !canCreate(beside) ? inside : beside;
}

const listDirectories = (dataDir: string) => ({ beside: `${dataDir}.keys`, inside: join(dataDir, 'keys') });

function isVolume(dataDir: string): boolean {
  return existsSync(dataDir) && statSync(dataDir).dev !== statSync(dirname(dataDir)).dev;
}

function canCreate(directory: string): boolean {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return true;
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))
    )
      return false;
    throw error;
  }
}

/** The file of the generated master key. It need not exist. */
export const locateMasterKey = (dataDir: string): string => join(findKeyDirectory(dataDir), KEY);

/** The stored master key; null without a file. */
export function readMasterKey(dataDir: string): string | null {
  const { beside, inside } = listDirectories(dataDir);
  return readKey(join(beside, KEY)) ?? readKey(join(inside, KEY));
}

/** Loads the master key, and generates it when there is none. */
export function loadMasterKey(dataDir: string): string {
  return readMasterKey(dataDir) ?? createKey(locateMasterKey(dataDir), generateKey());
}

/** Stores a key from elsewhere. Throws when another one is stored. */
export function storeMasterKey(dataDir: string, key: string): void {
  const path = locateMasterKey(dataDir);
  if (createKey(path, key) === key) return;
  throw new Error(
    `${path} holds another master key than ${dataDir}. Move the one that is not this installation's to another place; without its own key no personal data can be read.`,
  );
}

/** Returns the current master key and the next one, which is stored when this returns. */
export function prepareMasterKey(dataDir: string): { from: string; to: string } {
  const from = loadMasterKey(dataDir);
  return { from, to: prepareNext(dataDir, generateKey()) };
}

/** Stores the next master key, unless there is one; returns the stored one. */
export function prepareNext(dataDir: string, key: string): string {
  return createKey(join(findKeyDirectory(dataDir), NEXT_KEY), key);
}

/** Replaces the master key with the prepared one. */
export function adoptMasterKey(dataDir: string): void {
  const directory = findKeyDirectory(dataDir);
  const next = join(directory, NEXT_KEY);
  if (!existsSync(next)) return;
  renameSync(next, join(directory, KEY));
  syncDirectory(directory);
}

const generateKey = () => randomBytes(32).toString('hex');

function readKey(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${path} is damaged; restore it from a backup`);
  return text;
}

/** Creates the file unless it exists, and returns its key. It appears complete or not at all, because a partial one would lose the key. */
function createKey(path: string, key: string): string {
  const directory = dirname(path);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${key}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(temporary, path);
    syncDirectory(directory);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  const stored = readKey(path);
  if (stored === null) throw new Error(`${path} disappeared`);
  return stored;
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
