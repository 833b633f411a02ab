import { claimEmail, releaseEmail } from '#domain/email/decide.ts';
import { emailDecider } from '#domain/email/decider.ts';
import { isForgotten } from '#domain/event.ts';
import { changeEmail } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { Refusal } from '#domain/refusal.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import type { CommandContext, EventStore } from '#infra/event-store/types.ts';
import type { EmailChange } from '#infra/postgres/tables/email-changes.ts';
import { pickLaterPosition } from '../append-result.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';
import { readIdentity } from '../member/read-identity.ts';
import { stepContext } from '../step-context.ts';
import { openAddresses } from './addresses.ts';

export interface SettleEmailChangeDeps extends CommandDeps {
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly memberKeys: Pick<MemberKeys, 'find'>;
  readonly emailHash: (email: string) => string;
}

/** The hashes of every address that a member ever had; none after an erasure. */
async function readAddressHashes(
  { eventStore, emailHash }: SettleEmailChangeDeps,
  memberId: string,
): Promise<Set<string>> {
  const { events } = await eventStore.readStream(memberDecider.stream(memberId));
  const hashes = new Set<string>();
  for (const event of events) {
    if (event.type !== 'MemberSignedUp' && event.type !== 'MemberChanged') continue;
    const { personal } = event.data;
    if (!isForgotten(personal)) hashes.add(emailHash(personal.email));
  }
  return hashes;
}

/** Releases every address of the member except the current one. */
async function releaseOthers(
  deps: SettleEmailChangeDeps,
  { memberId, emailHash: wanted }: EmailChange,
  context: CommandContext,
): Promise<bigint | null> {
  let position: bigint | null = null;
  const { status } = (await deps.deciders.load(memberDecider, memberId)).state;
  const identity = status === 'active' ? await readIdentity(deps.eventStore, memberId) : null;
  const current = identity && deps.emailHash(identity.email);
  for (const hash of new Set([...(await readAddressHashes(deps, memberId)), wanted])) {
    if (hash === current) continue;
    const released = await deps.deciders.handle(
      emailDecider,
      hash,
      stepContext(context, 'release', hash),
      (state) => releaseEmail(state, { memberId, now: context.now }),
    );
    position = pickLaterPosition(position, released.position);
  }
  return position;
}

/**
 * Gives a member the confirmed address: claims it, changes the identity and ends the credential epoch in one append,
 * then releases the former address. Each step is idempotent, so that another process completes it after a crash. A
 * change that a later confirmation replaced, or whose epoch is over, only releases its claim. Returns the member's epoch.
 * @throws Refusal INVALID_EMAIL_LINK when another member has the address, or when the epoch is over
 */
export const settleEmailChange = defineCommand(
  'settle-email-change',
  async (deps: SettleEmailChangeDeps, change: EmailChange & { isOvertaken?: boolean }, context) => {
    const { memberId, sealed, emailHash, epoch } = change;
    const { now } = context;
    let position: bigint | null = null;
    let isRefused = false;
    const addresses = await openAddresses(deps.memberKeys, memberId, sealed);
    const identity = await readIdentity(deps.eventStore, memberId);
    const isDone = identity !== null && identity.email === addresses?.to;
    const { state: member } = await deps.deciders.load(memberDecider, memberId);
    const isActive = identity !== null && member.status === 'active';
    const isWanted = isActive && !isDone && addresses !== null && change.isOvertaken !== true;
    if (isWanted && member.epoch !== epoch) isRefused = true;
    else if (isWanted) {
      const claim = await deps.deciders.handle(
        emailDecider,
        emailHash,
        stepContext(context, 'claim', emailHash),
        (state) => claimEmail(state, { memberId, now }),
      );
      if (claim.state.claimedBy !== memberId) throw new Refusal('INVALID_EMAIL_LINK');
      const changed = await deps.deciders.handle(
        memberDecider,
        memberId,
        stepContext(context, 'change', memberId),
        (state) => changeEmail(state, { memberId, change: { ...identity, email: addresses.to }, epoch, now }),
      );
      // Another process may have made the change meanwhile.
      isRefused =
        changed.events.length === 0 &&
        (await readIdentity(deps.eventStore, memberId))?.email !== addresses.to;
      position = changed.position;
    }
    const released = await releaseOthers(deps, change, context);
    if (isRefused) throw new Refusal('INVALID_EMAIL_LINK');
    const { state } = await deps.deciders.load(memberDecider, memberId);
    return { position: pickLaterPosition(position, released), epoch: state.epoch };
  },
);
