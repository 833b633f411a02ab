import { z } from 'zod';
import { deriveKey } from '#infra/crypto/master-key.ts';

/**
 * A backup is one file: this line, then parts, each a line of JSON (its header) and so many bytes compressed with zstd, then a last
 * line. A header holds the SHA-256 of its bytes, the last line that of all headers, and a code over it (HMAC) under a key
 * derived from MASTER_KEY. The parts, in this order:
 *
 * - `about`: what it is and from where (`aboutSchema`), no content
 * - `table`: rows of one table, a line of JSON each
 * - `sequences`: the sequences and where they stand, JSON
 * - `log`: events in the log's order (`log-records.ts`)
 */
export const FIRST_LINE = 'tideline backup 1\n';
/** Raised when an older release could no longer read the file. */
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
  /** The release that made it. */
  product: z.string(),
  madeAt: z.iso.datetime(),
  /** Of the last event in it. */
  position,
  /** How far the reactors had come in the log, at most `position`; null: nowhere. */
  reactors: position.nullable(),
  /** By the database's clock: what its tables tell of from then on may not be in the log yet. */
  logEndsAt: z.iso.datetime(),
  migrations: z.array(z.object({ id: z.string(), checksum: z.string() })),
  /** The stand-ins for Stripe and Brevo were in use. */
  sandbox: z.boolean(),
});
export type About = z.infer<typeof aboutSchema>;

export const tableFacts = z.object({
  schema: z.enum(['public', 'sandbox']),
  table: z.string(),
  rows: z.number().int(),
});
export const logFacts = z.object({ from: position, to: position, events: z.number().int() });

/** The key of the code that says a file is unaltered, and of an installation with this master key. */
export function macKey(masterKey: Buffer): Buffer {
  return deriveKey(masterKey, 'backups');
}
