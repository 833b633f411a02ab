import { emailDecider } from '#domain/email/decider.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { readIdentity } from './read-identity.ts';

export interface ReadRecipientDeps extends CommandDeps {
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly emailHash: (email: string) => string;
}

interface MailRecipient {
  readonly memberId: string;
  /** The credential epoch in which the member had this address. */
  readonly epoch: number;
  readonly email: string;
  readonly name: string;
}

/** The active member with the address of this hash, to whom a secret may be mailed; null when there is none. */
export async function readMailRecipient(
  { deciders, eventStore, emailHash: toHash }: ReadRecipientDeps,
  emailHash: string,
): Promise<MailRecipient | null> {
  const { claimedBy: memberId } = (await deciders.load(emailDecider, emailHash)).state;
  if (memberId === null) return null;
  const { status, epoch } = (await deciders.load(memberDecider, memberId)).state;
  if (status !== 'active') return null;
  // Read after the epoch, so that a concurrent change of address mails nothing to the former one.
  const identity = await readIdentity(eventStore, memberId);
  if (identity === null || toHash(identity.email) !== emailHash) return null;
  const { email, name } = identity;
  return { memberId, epoch, email, name };
}
