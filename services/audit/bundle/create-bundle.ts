import { createHash } from 'node:crypto';
import type { AuditSigner } from '#infra/crypto/audit-signature.ts';
import type { Actor } from '#infra/event-store/types.ts';
import type { MemberHistory } from '../history/member-history.ts';
import type { StudioRecord } from '../studio-record.ts';
import { canonicalJson } from './canonical-json.ts';

/** One event as it is stored, with nothing of a person in it but ids. */
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
  /** SHA-256 of the hash before it and this event: no event can be changed, left out or put in alone. */
  readonly hash: string;
}

/** What is signed. */
export interface BundleContent {
  readonly format: 'tideline-audit-bundle';
  readonly version: 1;
  readonly studio: string;
  readonly memberId: string;
  readonly exportedAt: string;
  readonly asOf: string;
  /** What the studio says the events come to. */
  readonly claims: Pick<MemberHistory, 'lots' | 'totals' | 'balanced'>;
  readonly events: readonly BundledEvent[];
  /** The last event's hash; empty where there is none. */
  readonly head: string;
}

/** The history of one member's passes, to be checked by anyone without asking the studio. */
export interface Bundle {
  readonly content: BundleContent;
  readonly signature: {
    readonly algorithm: 'Ed25519';
    readonly publicKey: string;
    readonly fingerprint: string;
    /** Of the content's canonical JSON, base64. */
    readonly value: string;
  };
}

/** The link of the chain that an event makes. */
export const computeChainHash = (before: string, { hash: _own, ...event }: BundledEvent): string =>
  createHash('sha256')
    .update(`${before}\n${canonicalJson(event)}`)
    .digest('hex');

function bundleEvents(records: readonly StudioRecord[]): BundledEvent[] {
  let before = '';
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
    before = computeChainHash(before, event);
    return { ...event, hash: before };
  });
}

/** Signs a member's history together with the events it is made of. */
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
