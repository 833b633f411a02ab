import { z } from 'zod';
import { getLastRetentionDay, RECORDS_YEARS } from '#domain/retention.ts';
import { type AuditSigner, fingerprintOf, isSignedBy } from '#infra/crypto/audit-signature.ts';
import type { KeyTombstone } from '#infra/crypto/key-tombstones.ts';
import type { Actor } from '#infra/event-store/types.ts';
import type { StorageScope } from '#infra/postgres/clear-storage.ts';
import { canonicalJson } from '../bundle/canonical-json.ts';
import type { ErasureRecord, RegistrationErasureRecord } from './read-erasure.ts';

const position = z.string().regex(/^\d+$/);
const count = z.number().int().nonnegative();
const key = z.object({
  destroyedAt: z.iso.datetime(),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
/** How far the disk was cleared of the bytes that rows and key left there, as `StorageScope` names it. */
const disk = z.object({
  clearedAt: z.iso.datetime(),
  scope: z.enum(['tables_and_log', 'tables', 'nothing']),
});
const sealed = z.object({ events: count, lastPosition: position.nullable() });

const content = z.object({
  format: z.literal('tideline-erasure-certificate'),
  // Version 1 had no `disk`.
  version: z.union([z.literal(1), z.literal(2)]),
  studio: z.string(),
  memberId: z.string(),
  issuedAt: z.iso.datetime(),
  asked: z.object({
    at: z.iso.datetime(),
    by: z.object({
      kind: z.enum(['member', 'staff', 'worker', 'webhook', 'system']),
      id: z.string().nullable(),
    }),
    stream: z.string(),
    revision: position,
    position,
  }),
  /** The member's own key, without which the sealed data cannot be read. */
  key,
  sealed,
  /** Registrations of interest with the same email address, each with its own key. */
  registrations: z.array(
    z.object({ registrationId: z.number().int(), erasedPosition: position, key, sealed }),
  ),
  kept: z.object({
    bookings: count,
    payments: count,
    /** The last London day, yyyy-MM-dd; null once the records are removed. */
    until: z.string().nullable(),
    removedAt: z.iso.datetime().nullable(),
    why: z.string(),
  }),
  cleared: z.array(z.string()),
  disk: disk.optional(),
});

/** The signed part of a certificate of erasure. Of personal data it contains only an id that identifies no person. */
export type CertificateContent = z.infer<typeof content>;

/** A certificate as it is issued now. */
export type IssuedContent = CertificateContent & { version: 2; disk: z.infer<typeof disk> };

const certificate = z.object({
  content,
  signature: z.object({
    algorithm: z.literal('Ed25519'),
    publicKey: z.string(),
    fingerprint: z.string(),
    value: z.string(),
  }),
});

export type ErasureCertificate = z.infer<typeof certificate>;

const retentionReason =
  `Bookings and payments are kept without a name for ${RECORDS_YEARS} years after the last of them, since the law asks ` +
  'for accounts. The log keeps its events for ever; those that told who it was can’t be read by anyone.';

const clearedData = [
  'name, email address, phone number, date of birth, password and health answers',
  'sessions, passkeys, reset links, sign-in codes, changes of address, the calendar link, the note of the last sign-in',
  'the mailing lists, places in lines, bookings to come, a membership',
];

/** What a clearing of the disk removed; backups are outside of it. */
const diskData: Readonly<Record<StorageScope, string | null>> = {
  tables_and_log: 'what these rows and the key had left in the files of the database and in its log',
  tables: 'what these rows and the key had left in the files of the database',
  nothing: null,
};

function describeRequester(actor: Actor): CertificateContent['asked']['by'] {
  switch (actor.kind) {
    case 'member':
      return { kind: 'member', id: actor.id };
    case 'staff':
      return { kind: 'staff', id: actor.staffId ?? actor.role };
    case 'worker':
    case 'system':
      return { kind: actor.kind, id: actor.name };
    case 'webhook':
      return { kind: 'webhook', id: actor.provider };
  }
}

/** What a certificate is built from. */
export interface ErasureFacts {
  readonly studio: string;
  readonly erasure: ErasureRecord;
  readonly key: KeyTombstone | undefined;
  readonly registrations: readonly (RegistrationErasureRecord & { readonly key: KeyTombstone | undefined })[];
  /** The retained records; null once they are removed. */
  readonly kept: { readonly bookings: number; readonly payments: number; readonly lastAt: Date } | null;
}

/** The time of the last clearing of the disk, and the narrowest scope of all; null while one of the persons waits for a clearing. */
function findDiskClearing(tombstones: readonly (KeyTombstone | undefined)[]): KeyTombstone['storage'] {
  const cleared = tombstones.flatMap((tombstone) => tombstone?.storage ?? []);
  if (cleared.length < tombstones.length) return null;
  const least = (['nothing', 'tables'] as const).find((scope) => cleared.some((one) => one.scope === scope));
  return {
    clearedAt: new Date(Math.max(...cleared.map(({ clearedAt }) => clearedAt.getTime()))),
    scope: least ?? 'tables_and_log',
  };
}

const describeDestroyedKey = (tombstone: KeyTombstone | undefined) =>
  tombstone?.destroyedAt
    ? { destroyedAt: tombstone.destroyedAt.toISOString(), fingerprint: tombstone.fingerprint }
    : null;

/** Builds the content of a certificate; null while the erasure is incomplete: a key exists, sealed data is readable, or the disk is not cleared. */
export function buildCertificateContent(
  { studio, erasure, key: tombstone, registrations, kept }: ErasureFacts,
  now: Date,
): IssuedContent | null {
  const ownKey = describeDestroyedKey(tombstone);
  if (ownKey === null || erasure.sealed.readable > 0) return null;
  const erasedRegistrations: CertificateContent['registrations'] = [];
  for (const registration of registrations) {
    const key = describeDestroyedKey(registration.key);
    if (key === null || registration.sealed.readable > 0) return null;
    erasedRegistrations.push({
      registrationId: registration.registrationId,
      erasedPosition: String(registration.position),
      key,
      sealed: describeSealed(registration.sealed),
    });
  }
  const storage = findDiskClearing([tombstone, ...registrations.map(({ key }) => key)]);
  if (storage === null) return null;
  const fromDisk = diskData[storage.scope];
  return {
    format: 'tideline-erasure-certificate',
    version: 2,
    studio,
    memberId: erasure.memberId,
    issuedAt: now.toISOString(),
    asked: {
      at: erasure.askedAt,
      by: describeRequester(erasure.askedBy),
      stream: erasure.stream,
      revision: String(erasure.revision),
      position: String(erasure.position),
    },
    key: ownKey,
    sealed: describeSealed(erasure.sealed),
    registrations: erasedRegistrations,
    kept: {
      bookings: kept?.bookings ?? 0,
      payments: kept?.payments ?? 0,
      until: kept === null ? null : getLastRetentionDay(kept.lastAt, RECORDS_YEARS * 12),
      removedAt: erasure.recordsRemovedAt,
      why: retentionReason,
    },
    cleared: fromDisk === null ? clearedData : [...clearedData, fromDisk],
    disk: { clearedAt: storage.clearedAt.toISOString(), scope: storage.scope },
  };
}

const describeSealed = ({ count: events, lastPosition }: ErasureRecord['sealed']) => ({
  events,
  lastPosition: lastPosition === null ? null : String(lastPosition),
});

export function signCertificate<Content extends CertificateContent>(
  certified: Content,
  signer: AuditSigner,
): ErasureCertificate & { content: Content } {
  const { publicKey, fingerprint } = signer;
  const value = signer.sign(canonicalJson(certified));
  return { content: certified, signature: { algorithm: 'Ed25519', publicKey, fingerprint, value } };
}

/** The result of verifying a certificate. */
export interface CertificateVerdict {
  readonly content: CertificateContent;
  /** The fingerprint of the signing key, to be compared with the one that the studio publishes. */
  readonly fingerprint: string;
  readonly problems: readonly string[];
}

/** Verifies a certificate without the store; null if the text is not a certificate. */
export function verifyCertificate(text: string): CertificateVerdict | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const format = z.object({ content: z.object({ format: content.shape.format }) }).safeParse(parsed);
  if (!format.success) return null;
  const read = certificate.safeParse(parsed);
  // The signature is checked over the unparsed content, since the schema drops added fields.
  const signed = z.object({ content: z.unknown() }).parse(parsed).content;
  if (!read.success) return null;
  const { content: certified, signature } = read.data;
  const problems: string[] = [];
  if (!isSignedBy(signature.publicKey, canonicalJson(signed), signature.value)) {
    problems.push('The signature is not that of this content.');
  }
  const { asked, sealed: ofMember } = certified;
  if (asked.stream !== `member-${certified.memberId}`)
    problems.push('It is about the stream of someone else.');
  if (Date.parse(certified.key.destroyedAt) < Date.parse(asked.at)) {
    problems.push('The key was destroyed before anyone asked.');
  }
  if (ofMember.lastPosition !== null && BigInt(ofMember.lastPosition) > BigInt(asked.position)) {
    problems.push('Something was sealed after the erasure.');
  }
  return { content: certified, fingerprint: fingerprintOf(signature.publicKey), problems };
}

/** Where a certificate differs from the store's current content; retained records may have changed legitimately. */
export function findDisagreements(
  certified: CertificateContent,
  stored: CertificateContent | null,
): string[] {
  if (stored === null) return ['The store has no complete erasure of this member.'];
  const parts = ['studio', 'memberId', 'asked', 'key', 'sealed', 'registrations'] as const;
  return parts
    .filter((part) => canonicalJson(certified[part]) !== canonicalJson(stored[part]))
    .map((part) => `The store says otherwise: ${part}.`);
}
