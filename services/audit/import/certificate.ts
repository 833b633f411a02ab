import { z } from 'zod';
import type { Import } from '#domain/import/decider.ts';
import { importFileKinds } from '#domain/import/events.ts';
import { sumLots } from '#domain/import/plan.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { type AuditSigner, fingerprintOf, isSignedBy } from '#infra/crypto/audit-signature.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { canonicalJson } from '../bundle/canonical-json.ts';

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const sum = z.strictObject({ name: z.string(), lots: count, passes: count, pence: count });

const content = z.strictObject({
  format: z.literal('tideline-import-certificate'),
  version: z.literal(1),
  studio: z.string(),
  importId: z.string(),
  source: z.string(),
  issuedAt: z.iso.datetime(),
  begunAt: z.iso.datetime(),
  closedAt: z.iso.datetime(),
  files: z.array(z.strictObject({ kind: z.enum(importFileKinds), sha256, lines: count, refused: count })),
  members: z.strictObject({ created: count, merged: count }),
  /** What the lines of the files come to, without refused ones, as noted before the first was brought over. */
  fileSums: z.array(sum),
  /** What the events of the wallets come to. */
  ledgerSums: z.array(sum),
  /** Every lot, with its line and the position of its event in the log. */
  lots: z.array(
    z.strictObject({
      lotId: z.string(),
      file: sha256,
      line: count,
      pass: z.string(),
      passes: count,
      classes: count,
      pence: count,
      position: z.string().regex(/^\d+$/),
    }),
  ),
});

/** The signed part. It names no one: the lots refer to lines, whose content is only in the files. */
export type ImportCertificateContent = z.infer<typeof content>;

const certificate = z.strictObject({
  content,
  signature: z.strictObject({
    algorithm: z.literal('Ed25519'),
    publicKey: z.string(),
    fingerprint: z.string(),
    value: z.string(),
  }),
});

type CertifiedLot = ImportCertificateContent['lots'][number];

const CONCURRENT_READS = 16;

/** Reads the lots of an import from the streams of the members who have some. @throws EventStoreUnavailable */
async function readLots(
  eventStore: Pick<EventStore<StudioEvent>, 'readStream'>,
  importId: string,
  memberIds: readonly string[],
): Promise<CertifiedLot[]> {
  const lots: CertifiedLot[] = [];
  for (let from = 0; from < memberIds.length; from += CONCURRENT_READS) {
    const streams = memberIds
      .slice(from, from + CONCURRENT_READS)
      .map((memberId) => eventStore.readStream(walletDecider.stream(memberId)));
    for (const { events } of await Promise.all(streams)) {
      for (const { type, data, position } of events) {
        if (type !== 'LotGranted' || data.brought?.importId !== importId) continue;
        const { lotId, passName: pass, passes, pricePence: pence, brought } = data;
        const { file, row: line, classes } = brought;
        lots.push({ lotId, file, line, pass, passes, classes, pence, position: String(position) });
      }
    }
  }
  return lots.toSorted((one, other) => Number(BigInt(one.position) - BigInt(other.position)));
}

const sumCertified = (lots: readonly CertifiedLot[]) =>
  sumLots(lots.map(({ pass, passes, pence }) => ({ passName: pass, passes, pricePence: pence })));

/** What there is to certify of a closed import. */
export async function buildImportCertificate(
  { eventStore, studio }: { eventStore: Pick<EventStore<StudioEvent>, 'readStream'>; studio: string },
  one: Import & { closedAt: string },
  memberIds: readonly string[],
  now: Date,
): Promise<ImportCertificateContent> {
  const lots = await readLots(eventStore, one.importId, memberIds);
  const { importId, source, begunAt, closedAt, created, merged } = one;
  return {
    format: 'tideline-import-certificate',
    version: 1,
    ...{ studio, importId, source, issuedAt: now.toISOString(), begunAt, closedAt },
    files: [...one.files],
    members: { created, merged },
    fileSums: [...one.sums],
    ledgerSums: sumCertified(lots),
    lots,
  };
}

export function signImportCertificate(certified: ImportCertificateContent, signer: AuditSigner) {
  const { publicKey, fingerprint } = signer;
  const value = signer.sign(canonicalJson(certified));
  return { content: certified, signature: { algorithm: 'Ed25519', publicKey, fingerprint, value } };
}

export interface ImportVerdict {
  readonly content: ImportCertificateContent;
  /** Of the signing key, to be compared with the one that the studio publishes. */
  readonly fingerprint: string;
  readonly problems: readonly string[];
}

const haveEqualSums = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

function findProblems({ files, fileSums, ledgerSums, lots }: ImportCertificateContent): string[] {
  const problems: string[] = [];
  if (!haveEqualSums(fileSums, ledgerSums))
    problems.push('The files come to something else than the ledger.');
  if (!haveEqualSums(ledgerSums, sumCertified(lots))) problems.push('The lots do not come to the sums.');
  if (new Set(lots.map(({ file, line }) => `${file}/${line}`)).size < lots.length)
    problems.push('Two lots come from the same line.');
  for (const { kind, sha256: file, lines, refused } of files) {
    const own = lots.filter((lot) => lot.file === file).length;
    if (kind !== 'members' && own + refused !== lines)
      problems.push(`Of ${lines} lines of ${kind}.csv ${own} are lots and ${refused} were refused.`);
  }
  if (lots.some((lot) => files.every(({ sha256: file }) => file !== lot.file)))
    problems.push('A lot comes from another file.');
  return problems;
}

/** Checks a certificate without the studio; null if the text is none. */
export function verifyImportCertificate(text: string): ImportVerdict | null {
  let parsed: ReturnType<typeof certificate.safeParse>;
  try {
    parsed = certificate.safeParse(JSON.parse(text));
  } catch {
    return null;
  }
  if (!parsed.success) return null;
  const { content: certified, signature } = parsed.data;
  const problems = findProblems(certified);
  if (!isSignedBy(signature.publicKey, canonicalJson(certified), signature.value))
    problems.unshift('The signature is not that of this content.');
  return { content: certified, fingerprint: fingerprintOf(signature.publicKey), problems };
}

/** Where a certificate differs from the store's current content. */
export function findImportDisagreements(
  certified: ImportCertificateContent,
  stored: ImportCertificateContent | null,
): string[] {
  if (stored === null) return ['The store has no such import that is closed.'];
  const parts = ['studio', 'source', 'begunAt', 'closedAt', 'files', 'members', 'fileSums', 'lots'] as const;
  return parts
    .filter((part) => canonicalJson(certified[part]) !== canonicalJson(stored[part]))
    .map((part) => `The store says otherwise: ${part}.`);
}
