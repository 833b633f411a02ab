import { formatEmail } from '#infra/mail/format-email.ts';
import type { readRecentStaffTries } from '#infra/postgres/tables/password-tries.ts';
import type { StaffRow } from '#projections/read-models/staff/queries.ts';
import type { readStaffSessions } from '#projections/read-models/staff/session-queries.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import {
  type StaffAccount,
  type StaffOpenSession,
  type StaffSignIn,
  staffRoles,
} from '#services/contract/staff.ts';
import { toStaffRole } from '../staff-sign-in.ts';

const statuses = ['invited', 'active', 'removed'] as const;

function toStatus(text: string): StaffAccount['status'] {
  const status = statuses.find((known) => known === text);
  if (status === undefined) throw new Error(`${text} is not a status of a staff account`);
  return status;
}

/** The accounts of the Staff tab; `ownStaffId` is the caller's own, if there is one. */
export function describeStaff(
  rows: readonly StaffRow[],
  { ownStaffId, endedInvitations }: { ownStaffId: string | undefined; endedInvitations: ReadonlySet<string> },
): StaffAccount[] {
  return rows.map(({ id, email, name, role, status, invitedBy, removedBy, secondFactorSince, ...when }) => ({
    id,
    email: formatEmail(email ?? ''),
    name,
    role: toStaffRole(role),
    status: toStatus(status),
    hasSecondFactor: secondFactorSince !== null,
    invitedAt: when.invitedAt.toISOString(),
    hasEndedInvitation: endedInvitations.has(id),
    invitedBy,
    joinedAt: when.joinedAt?.toISOString() ?? null,
    removedAt: when.removedAt?.toISOString() ?? null,
    removedBy,
    isYou: id === ownStaffId,
  }));
}

/** Distinguishes networks without revealing them. */
const nameNetwork = (networkHash: string): string => networkHash.slice(0, 6);

const credentialKinds = [...staffRoles, 'account-password', 'second-factor'] as const;
type AttemptRow = Awaited<ReturnType<typeof readRecentStaffTries>>[number];

/** Sign-in attempts; `names` are those of staff accounts by id. */
export function describeStaffAttempts(
  rows: readonly AttemptRow[],
  names: ReadonlyMap<string, string>,
): StaffSignIn[] {
  return rows.map(({ id, at, credentialKind, succeeded, staffId, clientHash }) => ({
    id,
    at: at.toISOString(),
    door: credentialKinds.find((known) => known === credentialKind) ?? 'account',
    succeeded,
    name: staffId === null ? null : (names.get(staffId) ?? null),
    from: nameNetwork(clientHash),
  }));
}

type SessionRow = Awaited<ReturnType<typeof readStaffSessions>>[number];

/** The open sessions of staff; `ownSid` is that of the request. */
export const describeStaffSessions = (
  rows: readonly SessionRow[],
  ownSid: string | null,
): StaffOpenSession[] =>
  rows.map(({ sid, role, name, openedAt, lastUsedAt, networkHash, browser }) => ({
    id: sid,
    role: toStaffRole(role),
    name,
    openedAt: openedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    from: nameNetwork(networkHash),
    browser,
    isThis: sid === ownSid,
  }));

/** The effects of removing a staff account. */
export function describeStaffRemoval(account: StaffRow | undefined): Effects {
  const who = account?.name ?? account?.email ?? 'This person';
  const summary =
    account?.status === 'removed'
      ? [`${who} has been removed already.`]
      : account?.status === 'invited'
        ? [`${who} can no longer use the invitation.`]
        : [
            `${who} can no longer sign in, and is signed out everywhere at once.`,
            'What they did stays in the histories under their name.',
          ];
  return { summary, counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 }, people: [] };
}
