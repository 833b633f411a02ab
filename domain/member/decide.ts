import { computeAge, toLondonDay } from '../london-time.ts';
import { InvalidInput, Refusal } from '../refusal.ts';
import type { MemberState } from './decider.ts';
import type { Consent, HealthAnswers, MemberEvent, MemberIdentity } from './events.ts';

const MINIMUM_AGE = 16;

export interface SignUp {
  readonly memberId: string;
  readonly identity: MemberIdentity;
  readonly health: HealthAnswers;
  readonly passwordHash: string;
  readonly newsletter: boolean;
  readonly now: Date;
}

/** @throws InvalidInput when the date of birth says under 16, or has not been yet */
export function assertOldEnough(dateOfBirth: string | null, now: Date): void {
  if (dateOfBirth === null || computeAge(toLondonDay(now), dateOfBirth) >= MINIMUM_AGE) return;
  throw new InvalidInput([
    { path: 'dateOfBirth', message: `You must be at least ${MINIMUM_AGE} to join the studio` },
  ]);
}

/** A new member, whole in one append. @throws Refusal EMAIL_TAKEN when this member exists already; InvalidInput */
export function signUp(state: MemberState, member: SignUp): MemberEvent[] {
  const { memberId, identity, health, passwordHash, newsletter, now } = member;
  assertOldEnough(identity.dateOfBirth, now);
  if (state.status !== 'unknown') throw new Refusal('EMAIL_TAKEN');
  const at = now.toISOString();
  const events: MemberEvent[] = [
    { type: 'MemberSignedUp', data: { memberId, personal: identity, at } },
    { type: 'HealthAnswersChanged', data: { memberId, personal: health, at } },
    { type: 'PasswordChanged', data: { memberId, personal: { passwordHash }, at } },
  ];
  if (newsletter) events.push({ type: 'ConsentGiven', data: { memberId, consent: 'newsletter', at } });
  return events;
}

/** Gives or withdraws a consent; as it stands already, or for who is no member any more, it adds nothing. */
export function changeConsent(
  state: MemberState,
  { memberId, consent, given, now }: { memberId: string; consent: Consent; given: boolean; now: Date },
): MemberEvent[] {
  if (state.status !== 'active' || state.consents.has(consent) === given) return [];
  const type = given ? 'ConsentGiven' : 'ConsentWithdrawn';
  return [{ type, data: { memberId, consent, at: now.toISOString() } }];
}

interface Change<T> {
  readonly memberId: string;
  readonly change: T;
  readonly now: Date;
}

/** What a member is known by from now on; for who is no member any more it adds nothing. @throws InvalidInput when under 16 */
export function changeIdentity(
  state: MemberState,
  { memberId, change, now }: Change<MemberIdentity>,
): MemberEvent[] {
  if (state.status !== 'active') return [];
  assertOldEnough(change.dateOfBirth, now);
  return [{ type: 'MemberChanged', data: { memberId, personal: change, at: now.toISOString() } }];
}

/** New answers to all the health questions; for who is no member any more it adds nothing. */
export function changeHealth(
  state: MemberState,
  { memberId, change, now }: Change<HealthAnswers>,
): MemberEvent[] {
  if (state.status !== 'active') return [];
  return [{ type: 'HealthAnswersChanged', data: { memberId, personal: change, at: now.toISOString() } }];
}

/** Another password; for who is no member any more it adds nothing. */
export function changePassword(
  state: MemberState,
  { memberId, change, now }: Change<{ passwordHash: string }>,
): MemberEvent[] {
  if (state.status !== 'active') return [];
  return [{ type: 'PasswordChanged', data: { memberId, personal: change, at: now.toISOString() } }];
}

/** The member leaves for ever; the key to what is personal is destroyed by who has seen to the rest. */
export function eraseMember(
  state: MemberState,
  { memberId, now }: { memberId: string; now: Date },
): MemberEvent[] {
  if (state.status !== 'active') return [];
  return [{ type: 'MemberErased', data: { memberId, at: now.toISOString() } }];
}

/** What was kept of an erased member, without a name, is kept no longer; once. */
export function removeRecords(
  state: MemberState,
  { memberId, now }: { memberId: string; now: Date },
): MemberEvent[] {
  if (state.status !== 'erased') return [];
  return [{ type: 'MemberRecordsRemoved', data: { memberId, at: now.toISOString() } }];
}
