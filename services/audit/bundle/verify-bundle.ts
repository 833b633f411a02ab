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
  z.object({ kind: z.literal('webhook'), provider: z.literal('stripe') }),
  z.object({ kind: z.literal('system'), name: z.string() }),
]);

const bundled = z.object({
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
    events: z.array(bundled),
    head: z.string(),
  }),
  signature: z.object({ algorithm: z.literal('Ed25519'), publicKey: z.string(), value: z.string() }),
});

/** What of a bundle holds, and what does not. */
export interface BundleVerdict {
  /** null when it can't be read at all. */
  readonly about: {
    readonly studio: string;
    readonly memberId: string;
    readonly exportedAt: string;
    readonly asOf: string;
    readonly events: number;
    readonly claims: unknown;
    /** Of the key that it is signed with: to be compared with the one that the studio publishes. */
    readonly fingerprint: string;
  } | null;
  readonly problems: readonly string[];
}

type Bundled = z.infer<typeof bundled>;

function chainProblems(events: readonly Bundled[], head: string): string[] {
  const problems: string[] = [];
  let before = '';
  let position = -1n;
  for (const [index, event] of events.entries()) {
    if (computeChainHash(before, event) !== event.hash) {
      problems.push(`Event ${index + 1} (position ${event.position}) is not the one that was bundled.`);
    }
    if (BigInt(event.position) <= position) problems.push(`Event ${index + 1} is out of its place.`);
    before = event.hash;
    position = BigInt(event.position);
  }
  if (before !== head) problems.push('The chain of events does not end where it says.');
  return problems;
}

/** An event of the bundle, as a store would give it. */
interface Unbundled extends EventShape {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly metadata: EventMetadata;
}

function recordOf({ type, data, id, stream, ...event }: Bundled): Unbundled {
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

/** The registry says which events there are; what their data lacks shows when they are replayed. */
const isStudioRecord = (record: Unbundled): record is Unbundled & StudioRecord =>
  Object.hasOwn(eventRegistry, record.type);

/** Checks a bundle by itself: signature, chain, and its claims against the events replayed. */
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
  const problems = chainProblems(events, head);
  if (!isSignedBy(signature.publicKey, canonicalJson(content), signature.value)) {
    problems.unshift('The signature is not that of this content.');
  }
  const records = events.map(recordOf).filter(isStudioRecord);
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
