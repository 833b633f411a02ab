import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const entrySchema = z.object({
  /** The person whose key was destroyed; an id without personal data. */
  personId: z.string().min(1),
  erasedAt: z.iso.datetime(),
  /** SHA-256 of the wrapped key in hex; null when it was destroyed by a release that stored none. */
  keyFingerprint: z.string().nullable(),
});

/** One erasure in the register. */
export type ErasureEntry = z.infer<typeof entrySchema>;

export interface ErasureRegister {
  readonly entries: readonly ErasureEntry[];
  /** How many lines are invalid, for example after the disk was full. */
  readonly invalidLines: number;
}

/** The register's file name in the backup folder. */
export const ERASURE_REGISTER = 'erasures.log';
const HEADING = '{"register":"people whose key was destroyed","version":1}\n';

/** Includes the fingerprint, because numeric ids may be used again after a restore. */
const keyOf = ({ personId, keyFingerprint }: ErasureEntry) => `${personId} ${keyFingerprint}`;

/** Reads a register; null without a file. */
export async function readErasureRegister(path: string): Promise<ErasureRegister | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const entries = new Map<string, ErasureEntry>();
  let invalidLines = 0;
  for (const line of text.split('\n')) {
    if (line === '' || `${line}\n` === HEADING) continue;
    const entry = entrySchema.safeParse(parseJson(line));
    if (!entry.success) invalidLines += 1;
    else if (!entries.has(keyOf(entry.data))) entries.set(keyOf(entry.data), entry.data);
  }
  return { entries: [...entries.values()], invalidLines };
}

/**
 * Adds missing entries to a register, which is created if necessary, and returns how many; they are on disk when it resolves. The
 * register is outside of every backup, so that restoring an old backup does not undo an erasure.
 */
export async function extendErasureRegister(path: string, entries: readonly ErasureEntry[]): Promise<number> {
  const register = await readErasureRegister(path);
  const known = new Set(register?.entries.map(keyOf));
  const added = entries.filter((entry) => !known.has(keyOf(entry)));
  if (register !== null && added.length === 0) return 0;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    // Ends a line that a crash cut off, so that it does not damage the next one.
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const prefix = size === 0 ? HEADING : last.toString() === '\n' ? '' : '\n';
    await file.appendFile(prefix + added.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
  return added.length;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
