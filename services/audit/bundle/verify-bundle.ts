import { z } from 'zod';
import { eventRegistry } from '#domain/registry.ts';
import { fingerprintOf, isSignedBy } from '#infra/crypto/audit-signature.ts';
import type { EventMetadata, EventShape } from '#infra/event-store/types.ts';
import { buildMemberHistory } from '../history/member-history.ts';
import type { StudioRecord } from '../studio-record.ts';
import { replayWallet } from '../verifier/replay-wallet.ts';
import { canonicalJson } from './canonical-json.ts';
import { computeChainHash } from './create-bundle.ts';

const actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('member'), id: z.string() }),
  z.object({
    kind: z.literal('staff'),
    role: z.enum(['admin', 'instructor', 'auditor']),
    staffId: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('worker'), name: z.string() }),
  z.object({ kind: z.literal('webhook'), provider: z.enum(['stripe', 'brevo']) }),
  z.object({ kind: z.literal('system'), name: z.string() }),
]);

const bundledEvent = z.object({
  position: z.string().regex(/^\d+$/),
  stream: z.string(),
  revision: z.string().regex(/^\d+$/),
  id: z.string(),
  type: z.string(),
  data: z.looseObject({ at: z.iso.datetime() }),
  actor,
  commandId: z.string(),
  causationId: z.string().nullable(),
  hash: z.string(),
});

const bundle = z.object({
  content: z.looseObject({
    format: z.literal('tideline-audit-bundle'),
    version: z.literal(1),
    studio: z.string(),
    memberId: z.string(),
    exportedAt: z.string(),
    asOf: z.string(),
    claims: z.unknown(),
    events: z.array(bundledEvent),
    head: z.string(),
  }),
  signature: z.object({ algorithm: z.literal('Ed25519'), publicKey: z.string(), value: z.string() }),
});

/** The result of verifying a bundle. */
export interface BundleVerdict {
  /** null if the text is not a bundle. */
  readonly about: {
    readonly studio: string;
    readonly memberId: string;
    readonly exportedAt: string;
    readonly asOf: string;
    readonly events: number;
    readonly claims: unknown;
    /** The fingerprint of the signing key, to be compared with the one that the studio publishes. */
    readonly fingerprint: string;
  } | null;
  readonly problems: readonly string[];
}

type BundledEvent = z.infer<typeof bundledEvent>;

function findChainProblems(events: readonly BundledEvent[], head: string): string[] {
  const problems: string[] = [];
  let previousHash = '';
  let previousPosition = -1n;
  for (const [index, event] of events.entries()) {
    if (computeChainHash(previousHash, event) !== event.hash) {
      problems.push(`Event ${index + 1} (position ${event.position}) is not the one that was bundled.`);
    }
    if (BigInt(event.position) <= previousPosition) problems.push(`Event ${index + 1} is out of its place.`);
    previousHash = event.hash;
    previousPosition = BigInt(event.position);
  }
  if (previousHash !== head) problems.push('The chain of events does not end where it says.');
  return problems;
}

/** An event of the bundle in the shape of the event store's. */
interface RestoredEvent extends EventShape {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly metadata: EventMetadata;
}

function restoreEvent({ type, data, id, stream, ...event }: BundledEvent): RestoredEvent {
  const { commandId, actor: by, causationId } = event;
  return {
    type,
    data,
    id,
    stream,
    position: BigInt(event.position),
    revision: BigInt(event.revision),
    metadata: { commandId, actor: by, ...(causationId === null ? {} : { causationId }) },
  };
}

/** Checks only the type of event; missing data makes the replay fail. */
const isStudioRecord = (record: RestoredEvent): record is RestoredEvent & StudioRecord =>
  Object.hasOwn(eventRegistry, record.type);

/** Verifies a bundle without the store: its signature, its chain, and its claims against a replay of its events. */
export function verifyBundle(text: string): BundleVerdict {
  let parsed: z.infer<typeof bundle>;
  try {
    parsed = bundle.parse(JSON.parse(text));
  } catch {
    return { about: null, problems: ['This is no bundle of the auditor’s desk.'] };
  }
  const { content, signature } = parsed;
  const { studio, memberId, exportedAt, asOf, claims, events, head } = content;
  const about = {
    studio,
    memberId,
    exportedAt,
    asOf,
    events: events.length,
    claims,
    fingerprint: fingerprintOf(signature.publicKey),
  };
  const problems = findChainProblems(events, head);
  if (!isSignedBy(signature.publicKey, canonicalJson(content), signature.value)) {
    problems.unshift('The signature is not that of this content.');
  }
  const records = events.map(restoreEvent).filter(isStudioRecord);
  if (records.length < events.length) problems.push('It has events that this version does not know.');
  try {
    for (const { sentence, position } of replayWallet(records))
      problems.push(`${sentence} (position ${position})`);
    const { lots, totals, balanced } = buildMemberHistory(memberId, records, new Date(asOf));
    if (canonicalJson({ lots, totals, balanced }) !== canonicalJson(claims)) {
      problems.push('The events do not come to what the bundle claims.');
    }
  } catch {
    problems.push('Its events can’t be replayed.');
  }
  return { about, problems };
}
