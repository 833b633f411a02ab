import { claimEmail } from '#domain/email/decide.ts';
import { emailDecider } from '#domain/email/decider.ts';
import type { Import } from '#domain/import/decider.ts';
import type { PlannedLot, PlannedPerson } from '#domain/import/plan.ts';
import { changeIdentity } from '#domain/member/decide.ts';
import { bringMember as decideMember } from '#domain/member/decide-import.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { withClosures } from '#domain/wallet/decide-closures.ts';
import { bringLots, type LotToBring } from '#domain/wallet/decide-import.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { MemberKeys } from '#infra/crypto/member-keys.ts';
import type { CommandContext, EventStore } from '#infra/event-store/types.ts';
import type { CommandDeps } from '../define-command.ts';
import { readIdentity } from '../member/read-identity.ts';
import { readClosedDays } from '../read-closures.ts';
import { stepContext } from '../step-context.ts';
import { toLotId, toMemberId } from './import-ids.ts';

export interface BringDeps extends CommandDeps {
  readonly eventStore: Pick<EventStore<StudioEvent>, 'readStream'>;
  readonly emailHash: (email: string) => string;
  readonly memberKeys: Pick<MemberKeys, 'create'>;
}

/** The active member with an address; null when there is none. */
export async function findMember({ deciders, emailHash }: BringDeps, email: string): Promise<string | null> {
  const { claimedBy } = (await deciders.load(emailDecider, emailHash(email))).state;
  if (claimedBy === null) return null;
  return (await deciders.load(memberDecider, claimedBy)).state.status === 'active' ? claimedBy : null;
}

/** Adds a phone number to an account without one. Nothing else of an account that exists is changed. */
async function addMissingPhone(deps: BringDeps, memberId: string, phone: string, context: CommandContext) {
  const { state } = await deps.deciders.load(memberDecider, memberId);
  const identity = await readIdentity(deps.eventStore, memberId);
  if (phone === '' || identity === null || identity.phone.trim() !== '') return;
  const change = { ...identity, phone };
  await deps.deciders.handle(memberDecider, memberId, stepContext(context, memberId, 'phone'), (current) =>
    changeIdentity(current, { memberId, change, epoch: state.epoch, now: context.now }),
  );
}

/** The member of a line: the one who has the address already, or a new one. */
async function bringMember(
  deps: BringDeps,
  importId: string,
  { email, member }: PlannedPerson & { member: NonNullable<PlannedPerson['member']> },
  context: CommandContext,
): Promise<string> {
  const { deciders, emailHash, memberKeys } = deps;
  const { row, name, phone, newsletter } = member;
  const { now } = context;
  const newId = toMemberId(importId, row);
  const claim = await deciders.handle(
    emailDecider,
    emailHash(email),
    stepContext(context, 'claim', row),
    (state) => claimEmail(state, { memberId: newId, now }),
  );
  const memberId = claim.state.claimedBy ?? newId;
  const { state } = await deciders.load(memberDecider, memberId);
  if (state.status === 'unknown') {
    await memberKeys.create(memberId);
    const identity = { name, email, phone, dateOfBirth: null };
    await deciders.handle(memberDecider, memberId, stepContext(context, 'member', row), (current) =>
      decideMember(current, { memberId, importId, identity, newsletter, now }),
    );
  } else if (state.importId !== importId) await addMissingPhone(deps, memberId, phone, context);
  return memberId;
}

const toLot = (
  { importId, files }: Pick<Import, 'importId' | 'files'>,
  { file, row, passId, passName, passes, classes, pricePence, begins, expires }: PlannedLot,
): LotToBring => ({
  ...{ lotId: toLotId(importId, { file, row }), passId, passName, passes, classes, pricePence },
  ...{ begins, expires, row, file: files.find(({ kind }) => kind === file)?.sha256 ?? '' },
});

/**
 * Brings one person with their passes over: into the account with this address, or a new one. Everything has ids of its line, so it
 * may run twice. Without a line of their own and an account, since that was erased meanwhile, nothing is granted.
 */
export async function bringPerson(
  deps: BringDeps,
  one: Pick<Import, 'importId' | 'files' | 'source'>,
  person: PlannedPerson,
  context: CommandContext,
): Promise<void> {
  const { importId, source } = one;
  const { member, email } = person;
  const { now } = context;
  const memberId =
    member === null
      ? await findMember(deps, email)
      : await bringMember(deps, importId, { ...person, member }, context);
  if (memberId === null || person.lots.length === 0) return;
  const closedDays = await readClosedDays(deps);
  const lots = person.lots.map((lot) => toLot(one, lot));
  await deps.deciders.handle(walletDecider, memberId, stepContext(context, memberId, 'lots'), (wallet) =>
    withClosures(wallet, bringLots(wallet, lots, { memberId, importId, source, now }), {
      ...{ memberId, closedDays, now },
    }),
  );
}
