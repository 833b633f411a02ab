import { createHash } from 'node:crypto';
import type { AuditSigner } from '#infra/crypto/audit-signature.ts';
import type { Actor } from '#infra/event-store/types.ts';
import type { MemberHistory } from '../history/member-history.ts';
import type { StudioRecord } from '../studio-record.ts';
import { canonicalJson } from './canonical-json.ts';

/** One event as it is stored; of personal data it contains only ids. */
export interface BundledEvent {
  readonly position: string;
  readonly stream: string;
  readonly revision: string;
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly actor: Actor;
  readonly commandId: string;
  readonly causationId: string | null;
  /** SHA-256 of the previous hash and this event, so that changing, removing or inserting one event breaks the chain. */
  readonly hash: string;
}

/** The signed part. */
export interface BundleContent {
  readonly format: 'tideline-audit-bundle';
  readonly version: 1;
  readonly studio: string;
  readonly memberId: string;
  readonly exportedAt: string;
  readonly asOf: string;
  /** The studio's own result of replaying the events. */
  readonly claims: Pick<MemberHistory, 'lots' | 'totals' | 'balanced'>;
  readonly events: readonly BundledEvent[];
  /** The last event's hash; empty without events. */
  readonly head: string;
}

/** The signed history of one member's passes, which anyone can verify without access to the studio. */
export interface Bundle {
  readonly content: BundleContent;
  readonly signature: {
    readonly algorithm: 'Ed25519';
    readonly publicKey: string;
    readonly fingerprint: string;
    /** The signature of the content's canonical JSON, base64. */
    readonly value: string;
  };
}

/** The hash that chains an event to the one before it. */
export const computeChainHash = (previousHash: string, { hash: _, ...event }: BundledEvent): string =>
  createHash('sha256')
    .update(`${previousHash}\n${canonicalJson(event)}`)
    .digest('hex');

function bundleEvents(records: readonly StudioRecord[]): BundledEvent[] {
  let previousHash = '';
  return records.map(({ position, stream, revision, id, type, data, metadata }) => {
    const event: BundledEvent = {
      position: String(position),
      stream,
      revision: String(revision),
      id,
      type,
      data,
      actor: metadata.actor,
      commandId: metadata.commandId,
      causationId: metadata.causationId ?? null,
      hash: '',
    };
    previousHash = computeChainHash(previousHash, event);
    return { ...event, hash: previousHash };
  });
}

/** Signs a member's history together with its events. */
export function createBundle(
  { studio, memberId, exportedAt }: { studio: string; memberId: string; exportedAt: Date },
  history: MemberHistory,
  records: readonly StudioRecord[],
  signer: AuditSigner,
): Bundle {
  const events = bundleEvents(records);
  const { asOf, lots, totals, balanced } = history;
  const content: BundleContent = {
    format: 'tideline-audit-bundle',
    version: 1,
    studio,
    memberId,
    exportedAt: exportedAt.toISOString(),
    asOf,
    claims: { lots, totals, balanced },
    events,
    head: events.at(-1)?.hash ?? '',
  };
  const { publicKey, fingerprint } = signer;
  const value = signer.sign(canonicalJson(content));
  return { content, signature: { algorithm: 'Ed25519', publicKey, fingerprint, value } };
}
