import type { DomainEvent, EventDefinition, Personal } from '../event.ts';
import type { NotificationChannel, NotificationKind } from './notifications.ts';

export interface MemberIdentity {
  name: string;
  email: string;
  phone: string;
  dateOfBirth: string | null;
}

export interface HealthAnswers {
  onMedication: boolean;
  medicationDetails: string | null;
  hasInjuries: boolean;
  injuryDetails: string | null;
  isPregnantOrPostpartum: boolean;
  painfulMovements: boolean;
  painfulMovementDetails: string | null;
  okWithHandsOnCorrections: boolean;
}

/** `health`: to the storing of health answers, explicit because they are special category data. */
export type Consent = 'newsletter' | 'health';

/**
 * The personal data that staff may open: health details, the identity in the audit view, the member's page, or the
 * evidence of their dispute.
 */
export const personalDataKinds = ['health', 'audit', 'page', 'dispute'] as const;
export type PersonalDataKind = (typeof personalDataKinds)[number];

/** `cancelled-email-change`: by the link that is sent to the current address when a change is requested. */
export type RevocationReason = 'signed-out-everywhere' | 'email-changed' | 'cancelled-email-change';

/** How a member showed that they read mail to their address. */
export type EmailProof = 'welcome-link' | 'password-reset' | 'email-change' | 'sign-in-code';

/** Why the mail provider delivers nothing to an address, or should not. */
export const addressFaults = ['hard_bounce', 'invalid_email', 'blocked', 'spam'] as const;
export type AddressFault = (typeof addressFaults)[number];

export type MemberEvent =
  /** `importId`: brought over by staff, without a password; gets no mail until `MemberInvited` or a sign-in. */
  | DomainEvent<'MemberSignedUp', { memberId: string; personal: Personal<MemberIdentity>; importId?: string }>
  /** A person who was brought over is asked by email to choose a password. */
  | DomainEvent<'MemberInvited', { memberId: string; importId: string }>
  | DomainEvent<'MemberChanged', { memberId: string; personal: Personal<MemberIdentity> }>
  | DomainEvent<'HealthAnswersChanged', { memberId: string; personal: Personal<HealthAnswers> }>
  | DomainEvent<'PasswordChanged', { memberId: string; personal: Personal<{ passwordHash: string }> }>
  /** Everything that was handed out before no longer holds; a changed password does the same by itself. */
  | DomainEvent<'CredentialsRevoked', { memberId: string; reason: RevocationReason }>
  /** The current address is the member's. Once it is, every later one is too, since a change is confirmed by a link. */
  | DomainEvent<'EmailVerified', { memberId: string; by: EmailProof }>
  /** Mail to the current address comes back, or the member reported some of it as spam. */
  | DomainEvent<'AddressMarked', { memberId: string; fault: AddressFault }>
  /** The member asks for another try, or changed the address. */
  | DomainEvent<'AddressCleared', { memberId: string; by: 'member' | 'email-change' }>
  /** `by` notes a consent to `health` that a client without a question of its own gave by sending answers. */
  | DomainEvent<'ConsentGiven', { memberId: string; consent: Consent; by?: 'answering' }>
  | DomainEvent<'ConsentWithdrawn', { memberId: string; consent: Consent }>
  /** The member turned a kind of notification on or off for a channel. Until then all are on. */
  | DomainEvent<
      'NotificationChosen',
      { memberId: string; kind: NotificationKind; channel: NotificationChannel; isWanted: boolean }
    >
  /** Stripe keeps the member's cards for this customer, with the member's consent. */
  | DomainEvent<'CardCustomerCreated', { memberId: string; customerId: string }>
  /**
   * Staff opened personal data; health details only for a class that the member is booked in. `reader` is the staff
   * id, or the role of a shared password.
   */
  | DomainEvent<
      'PersonalDataRead',
      { memberId: string; what: PersonalDataKind; classId?: number; reader: string }
    >
  /** Staff wrote a note about the member, who may read it. Its author is in the metadata; `noteId` is of one click. */
  | DomainEvent<'NoteAdded', { memberId: string; noteId: string; personal: Personal<{ text: string }> }>
  | DomainEvent<'MemberErased', { memberId: string }>
  /** The retention period of an erased member's bookings and payments is over: no screen shows them any more. */
  | DomainEvent<'MemberRecordsRemoved', { memberId: string }>;

export const memberEventDefinitions = {
  MemberSignedUp: { version: 1, personal: true },
  MemberInvited: { version: 1 },
  MemberChanged: { version: 1, personal: true },
  HealthAnswersChanged: { version: 1, personal: true },
  PasswordChanged: { version: 1, personal: true },
  CredentialsRevoked: { version: 1 },
  EmailVerified: { version: 1 },
  AddressMarked: { version: 1 },
  AddressCleared: { version: 1 },
  ConsentGiven: { version: 1 },
  ConsentWithdrawn: { version: 1 },
  NotificationChosen: { version: 1 },
  CardCustomerCreated: { version: 1 },
  PersonalDataRead: { version: 1 },
  NoteAdded: { version: 1, personal: true },
  MemberErased: { version: 1 },
  MemberRecordsRemoved: { version: 1 },
} satisfies Record<MemberEvent['type'], EventDefinition>;
