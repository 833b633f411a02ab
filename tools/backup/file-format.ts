import { z } from 'zod';
import { deriveKey } from '#infra/crypto/master-key.ts';

/**
 * A backup is one file: this line, then parts, then a last line. A part is a header (a line of JSON) and its content, compressed
 * with zstd. A header contains the SHA-256 of its content. The last line contains the SHA-256 of all headers, and its HMAC
 * under a key derived from MASTER_KEY. The parts, in this order:
 *
 * - `about`: the origin of the backup (`aboutSchema`), without content
 * - `table`: rows of one table, a line of JSON each
 * - `sequences`: the last value of each sequence, as JSON
 * - `log`: events in the order of the log (`log-records.ts`)
 */
export const FIRST_LINE = 'tideline backup 1\n';
/** Increased when an older release cannot read the file any more. */
export const FORMAT = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const partHeaderSchema = z.object({
  part: z.enum(['about', 'table', 'sequences', 'log']),
  bytes: z
    .number()
    .int()
    .min(0)
    .max(2 ** 28),
  sha256,
  facts: z.looseObject({}),
});
export type PartHeader = z.infer<typeof partHeaderSchema>;

/** Decimal text: positions have 64 bits. */
const position = z.string().regex(/^\d+$/);

export const endSchema = z.object({
  part: z.literal('end'),
  parts: z.number().int(),
  sha256,
  mac: sha256,
  facts: z.object({
    events: z.number().int(),
    rows: z.number().int(),
    /** SHA-256 of all events as `log-records.ts` writes them. */
    logSha256: sha256,
  }),
});
export type BackupTotals = z.infer<typeof endSchema>['facts'];

export const aboutSchema = z.object({
  format: z.number().int(),
  /** The release that wrote it. */
  product: z.string(),
  madeAt: z.iso.datetime(),
  /** Position of the last event in it. */
  position,
  /** The reactors' checkpoint, at most `position`; null when they have none. */
  reactors: position.nullable(),
  /** By the database's clock. Rows written after it may refer to events that are not in the backup. */
  logEndsAt: z.iso.datetime(),
  migrations: z.array(z.object({ id: z.string(), checksum: z.string() })),
  /** Whether the stand-ins for Stripe and Brevo were in use. */
  sandbox: z.boolean(),
});
export type About = z.infer<typeof aboutSchema>;

export const tableFacts = z.object({
  schema: z.enum(['public', 'sandbox']),
  table: z.string(),
  rows: z.number().int(),
});
export const logFacts = z.object({ from: position, to: position, events: z.number().int() });

/** Derives the HMAC key, which proves that a file is unaltered and belongs to this master key. */
export function deriveMacKey(masterKey: Buffer): Buffer {
  return deriveKey(masterKey, 'backups');
}
