import type { DomainEvent, EventDefinition, Personal } from '../event.ts';

/** What staff may use: an admin everything, an instructor the classes, an auditor the histories. */
export type StaffRole = 'admin' | 'instructor' | 'auditor';

/** The inviting account, in the credential epoch of its session; absent for a shared password. */
export interface Inviter {
  staffId: string;
  epoch: number;
}

/**
 * A staff account. A key of its own seals its personal data and stays when the account is removed, because histories
 * go on naming the actor.
 */
export type StaffAccountEvent =
  | DomainEvent<
      'StaffInvited',
      { staffId: string; role: StaffRole; personal: Personal<{ email: string }>; inviter?: Inviter }
    >
  | DomainEvent<'StaffInvitedAgain', { staffId: string; inviter?: Inviter }>
  | DomainEvent<
      'StaffJoined',
      { staffId: string; personal: Personal<{ name: string; passwordHash: string }> }
    >
  | DomainEvent<'StaffRoleChanged', { staffId: string; role: StaffRole }>
  | DomainEvent<'StaffPasswordChanged', { staffId: string; personal: Personal<{ passwordHash: string }> }>
  /** The secret that the account's authenticator app computes its codes from, in base32. */
  | DomainEvent<'StaffSecondFactorAdded', { staffId: string; personal: Personal<{ secret: string }> }>
  /** Replaces all recovery codes. The hashes are slow ones; the first is of the code with number 0. */
  | DomainEvent<
      'StaffRecoveryCodesMade',
      { staffId: string; count: number; personal: Personal<{ hashes: readonly string[] }> }
    >
  | DomainEvent<'StaffRecoveryCodeUsed', { staffId: string; number: number }>
  | DomainEvent<'StaffSecondFactorRemoved', { staffId: string }>
  | DomainEvent<'StaffRemoved', { staffId: string }>;

const sealed = { version: 1, personal: true, owner: 'staffId' } as const;

export const staffAccountEventDefinitions = {
  StaffInvited: sealed,
  StaffInvitedAgain: { version: 1 },
  StaffJoined: sealed,
  StaffRoleChanged: { version: 1 },
  StaffPasswordChanged: sealed,
  StaffSecondFactorAdded: sealed,
  StaffRecoveryCodesMade: sealed,
  StaffRecoveryCodeUsed: { version: 1 },
  StaffSecondFactorRemoved: { version: 1 },
  StaffRemoved: { version: 1 },
} satisfies Record<StaffAccountEvent['type'], EventDefinition>;
