import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const entrySchema = z.object({
  /** Whose key was destroyed: an id, nothing personal. */
  personId: z.string().min(1),
  erasedAt: z.iso.datetime(),
  /** SHA-256 of the wrapped key, hex; null when it was destroyed before this was kept. */
  keyFingerprint: z.string().nullable(),
});

/** That someone was erased, as the register keeps it. */
export type ErasureEntry = z.infer<typeof entrySchema>;

export interface ErasureRegister {
  readonly entries: readonly ErasureEntry[];
  /** Lines that can't be read: a disk was full, or someone wrote in it. */
  readonly unreadable: number;
}

/** Its name in the folder of backups. */
export const ERASURE_REGISTER = 'erasures.log';
const HEADING = '{"register":"people whose key was destroyed","version":1}\n';

/** Ids that are numbers may be given out again after a restore; a key is made once. */
const keyOf = ({ personId, keyFingerprint }: ErasureEntry) => `${personId} ${keyFingerprint}`;

/** Reads a register; null when there is no such file. */
export async function readErasureRegister(path: string): Promise<ErasureRegister | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const entries = new Map<string, ErasureEntry>();
  let unreadable = 0;
  for (const line of text.split('\n')) {
    if (line === '' || `${line}\n` === HEADING) continue;
    const entry = entrySchema.safeParse(parseJson(line));
    if (!entry.success) unreadable += 1;
    else if (!entries.has(keyOf(entry.data))) entries.set(keyOf(entry.data), entry.data);
  }
  return { entries: [...entries.values()], unreadable };
}

/**
 * Adds to a register what it does not have yet, making it if need be; on disk when it resolves. It stands outside of every backup,
 * so that one from before an erasure can't bring back whom it was about. Answers how many were added.
 */
export async function extendErasureRegister(path: string, entries: readonly ErasureEntry[]): Promise<number> {
  const register = await readErasureRegister(path);
  const known = new Set(register?.entries.map(keyOf));
  const fresh = entries.filter((entry) => !known.has(keyOf(entry)));
  if (register !== null && fresh.length === 0) return 0;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    // A line that was cut off by a crash is ended, so that it takes no other with it.
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const begin = size === 0 ? HEADING : last.toString() === '\n' ? '' : '\n';
    await file.appendFile(begin + fresh.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  return fresh.length;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
