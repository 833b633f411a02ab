import { computeAge, toLondonDay } from '../london-time.ts';
import { InvalidInput, Refusal } from '../refusal.ts';
import type { MemberState } from './decider.ts';
import type {
  Consent,
  EmailProof,
  HealthAnswers,
  MemberEvent,
  MemberIdentity,
  RevocationReason,
} from './events.ts';
import {
  getNotificationKey,
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from './notifications.ts';

const MINIMUM_AGE = 16;

export interface SignUp {
  readonly memberId: string;
  readonly identity: MemberIdentity;
  /** Null when the member answers later, or does not consent to the storing of the answers. */
  readonly health: HealthAnswers | null;
  /** Whether the form asked for the consent; otherwise sending the answers counts as it. */
  readonly isHealthConsentAsked?: boolean;
  readonly passwordHash: string;
  readonly newsletter: boolean;
  readonly now: Date;
}

/** @throws InvalidInput when the date of birth makes the member younger than 16, or is in the future */
export function assertOldEnough(dateOfBirth: string | null, now: Date): void {
  if (dateOfBirth === null || computeAge(toLondonDay(now), dateOfBirth) >= MINIMUM_AGE) return;
  throw new InvalidInput([
    { path: 'dateOfBirth', message: `You must be at least ${MINIMUM_AGE} to join the studio` },
  ]);
}

const consentToHealth = (memberId: string, isConsentAsked: boolean | undefined, at: string): MemberEvent => ({
  type: 'ConsentGiven',
  data: { memberId, consent: 'health', ...(isConsentAsked ? {} : { by: 'answering' as const }), at },
});

/** Creates a member in one append. @throws Refusal EMAIL_TAKEN when this member exists; InvalidInput */
export function signUp(state: MemberState, member: SignUp): MemberEvent[] {
  const { memberId, identity, health, passwordHash, newsletter, now } = member;
  assertOldEnough(identity.dateOfBirth, now);
  if (state.status !== 'unknown') throw new Refusal('EMAIL_TAKEN');
  const at = now.toISOString();
  const events: MemberEvent[] = [
    { type: 'MemberSignedUp', data: { memberId, personal: identity, at } },
    ...(health === null
      ? []
      : [{ type: 'HealthAnswersChanged' as const, data: { memberId, personal: health, at } }]),
    { type: 'PasswordChanged', data: { memberId, personal: { passwordHash }, at } },
  ];
  if (health !== null) events.push(consentToHealth(memberId, member.isHealthConsentAsked, at));
  if (newsletter) events.push({ type: 'ConsentGiven', data: { memberId, consent: 'newsletter', at } });
  return events;
}

/** Gives or withdraws a consent. Appends nothing when it is unchanged or the member is not active. */
export function changeConsent(
  state: MemberState,
  { memberId, consent, given, now }: { memberId: string; consent: Consent; given: boolean; now: Date },
): MemberEvent[] {
  if (state.status !== 'active' || state.consents.has(consent) === given) return [];
  const type = given ? 'ConsentGiven' : 'ConsentWithdrawn';
  return [{ type, data: { memberId, consent, at: now.toISOString() } }];
}

/** Whether a member wants each kind of notification by each channel; what is missing stays as it is. */
export type NotificationChoices = {
  readonly [kind in NotificationKind]?:
    | { readonly [channel in NotificationChannel]?: boolean | undefined }
    | undefined;
};

/** Turns notifications on or off. Appends nothing for what is unchanged, or when the member is not active. */
export function chooseNotifications(
  state: MemberState,
  { memberId, choices, now }: { memberId: string; choices: NotificationChoices; now: Date },
): MemberEvent[] {
  if (state.status !== 'active') return [];
  const at = now.toISOString();
  return notificationKinds.flatMap((kind) =>
    notificationChannels.flatMap((channel): MemberEvent[] => {
      const isWanted = choices[kind]?.[channel];
      const wasWanted = !state.unwanted.has(getNotificationKey(kind, channel));
      if (isWanted === undefined || isWanted === wasWanted) return [];
      return [{ type: 'NotificationChosen', data: { memberId, kind, channel, isWanted, at } }];
    }),
  );
}

interface Change<T> {
  readonly memberId: string;
  readonly change: T;
  readonly now: Date;
}

/** A session or link of a credential epoch, which authorises a change. */
interface InEpoch {
  readonly epoch: number;
}

const holds = (state: MemberState, { epoch }: InEpoch): boolean =>
  state.status === 'active' && state.epoch === epoch;

/**
 * Replaces the identity except the address, which `epoch` is known to have. Appends nothing when the epoch is over or the
 * member is not active. @throws InvalidInput when under 16
 */
export function changeIdentity(
  state: MemberState,
  { memberId, change, epoch, now }: Change<MemberIdentity> & InEpoch,
): MemberEvent[] {
  if (!holds(state, { epoch })) return [];
  assertOldEnough(change.dateOfBirth, now);
  return [{ type: 'MemberChanged', data: { memberId, personal: change, at: now.toISOString() } }];
}

/** Replaces all health answers, with the consent if it was not given yet. Appends nothing when the member is not active. */
export function changeHealth(
  state: MemberState,
  { memberId, change, isConsentAsked, now }: Change<HealthAnswers> & { isConsentAsked?: boolean },
): MemberEvent[] {
  if (state.status !== 'active') return [];
  const at = now.toISOString();
  return [
    ...(state.consents.has('health') ? [] : [consentToHealth(memberId, isConsentAsked, at)]),
    { type: 'HealthAnswersChanged', data: { memberId, personal: change, at } },
  ];
}

/**
 * Replaces the email address by a link of `epoch`, and revokes everything handed out before. Appends nothing when the
 * epoch is over or the member is not active.
 */
export function changeEmail(
  state: MemberState,
  { memberId, change, epoch, now }: Change<MemberIdentity> & InEpoch,
): MemberEvent[] {
  if (!holds(state, { epoch })) return [];
  const at = now.toISOString();
  return [
    { type: 'MemberChanged', data: { memberId, personal: change, at } },
    { type: 'CredentialsRevoked', data: { memberId, reason: 'email-changed', at } },
    ...verifyEmail(state, { memberId, by: 'email-change', now }),
    ...clearAddress(state, { memberId, by: 'email-change', now }),
  ];
}

/** Revokes everything handed out before. Appends nothing when the caller's epoch is over or the member is not active. */
export function revokeCredentials(
  state: MemberState,
  { memberId, reason, epoch, now }: InEpoch & { memberId: string; reason: RevocationReason; now: Date },
): MemberEvent[] {
  if (!holds(state, { epoch })) return [];
  return [{ type: 'CredentialsRevoked', data: { memberId, reason, at: now.toISOString() } }];
}

/**
 * Sets another password hash, which raises the epoch. Appends nothing when the caller's epoch is over or the member is
 * not active.
 */
export function changePassword(
  state: MemberState,
  { memberId, change, epoch, now }: Change<{ passwordHash: string }> & InEpoch,
): MemberEvent[] {
  if (!holds(state, { epoch })) return [];
  return [{ type: 'PasswordChanged', data: { memberId, personal: change, at: now.toISOString() } }];
}

/** Sets another password by a link that was mailed to the member's address, which proves the address too. */
export function resetPassword(
  state: MemberState,
  reset: Change<{ passwordHash: string }> & InEpoch,
): MemberEvent[] {
  const changed = changePassword(state, reset);
  const { memberId, now } = reset;
  return changed.length === 0
    ? []
    : [...changed, ...verifyEmail(state, { memberId, by: 'password-reset', now })];
}

/** Records, once, that the member reads mail to their address. Appends nothing when the member is not active. */
export function verifyEmail(
  state: MemberState,
  { memberId, by, now }: { memberId: string; by: EmailProof; now: Date },
): MemberEvent[] {
  if (state.status !== 'active' || state.isEmailVerified) return [];
  return [{ type: 'EmailVerified', data: { memberId, by, at: now.toISOString() } }];
}

/** Removes the mark of an address to which mail did not arrive. Appends nothing without one. */
export function clearAddress(
  state: MemberState,
  { memberId, by, now }: { memberId: string; by: 'member' | 'email-change'; now: Date },
): MemberEvent[] {
  if (state.status !== 'active' || state.addressFault === null) return [];
  return [{ type: 'AddressCleared', data: { memberId, by, at: now.toISOString() } }];
}

/** Ends the membership account for good. The key of the personal data is destroyed once the erasure is settled. */
export function eraseMember(
  state: MemberState,
  { memberId, now }: { memberId: string; now: Date },
): MemberEvent[] {
  if (state.status !== 'active') return [];
  return [{ type: 'MemberErased', data: { memberId, at: now.toISOString() } }];
}

/** Removes the anonymous records of an erased member from every screen, once. */
export function removeRecords(
  state: MemberState,
  { memberId, now }: { memberId: string; now: Date },
): MemberEvent[] {
  if (state.status !== 'erased') return [];
  return [{ type: 'MemberRecordsRemoved', data: { memberId, at: now.toISOString() } }];
}
