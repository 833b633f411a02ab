import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { Refusal } from '#domain/refusal.ts';
import { ADMIN_SECOND_FACTOR } from '#domain/setting/admin-second-factor.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { deleteSessionsOf, recheckAdminSessions } from '#infra/postgres/tables/sessions.ts';
import { pollUntilTrue } from '#projections/catch-up/poll-until-true.ts';
import { readSettingByKey } from '#projections/read-models/settings/queries.ts';
import { readActiveStaffByEmail } from '#projections/read-models/staff/queries.ts';
import type { CommandDeps } from '#services/commands/define-command.ts';
import { changeSetting } from '#services/commands/setting/change-setting.ts';
import { removeLostSecondFactor } from '#services/commands/staff/remove-lost-second-factor.ts';
import { reopenSharedPasswords } from '#services/commands/staff/reopen-shared-passwords.ts';

interface Installation extends CommandDeps {
  readonly pool: Pool;
}

/** A running studio shows a change well within this. */
const SHOWN_WITHIN_MS = 5_000;

/** The operator has no account, so the log names the tool. */
const operator = (): CommandContext => ({
  now: new Date(),
  commandId: randomUUID(),
  actor: { kind: 'system', name: 'staff-access' },
});

/** Removes the second factor of an account, and so ends its sessions. Returns a sentence about what was done. */
export async function resetSecondFactor(installation: Installation, email: string): Promise<string> {
  const account = await readActiveStaffByEmail(installation.pool, email);
  if (account === undefined) return 'There is no active staff account with this email.';
  try {
    await removeLostSecondFactor(installation, { staffId: account.id }, operator());
  } catch (error) {
    if (error instanceof Refusal && error.code === 'SECOND_FACTOR_MISSING')
      return 'This account has no second factor. It signs in with its password alone.';
    throw error;
  }
  await deleteSessionsOf(installation.pool, { staffId: account.id }, null);
  return 'Done. The account is signed out everywhere, and signs in with its password alone.';
}

/** Lets admins sign in without a second factor again, by the shared password too. */
export async function makeSecondFactorOptional(installation: Installation): Promise<string> {
  await changeSetting(
    installation,
    { key: ADMIN_SECOND_FACTOR, value: 'optional', description: '' },
    operator(),
  );
  // Sessions are read again by the read model; while the studio does not run, none is open.
  await pollUntilTrue(
    async () => (await readSettingByKey(installation.pool, ADMIN_SECOND_FACTOR))?.value === 'optional',
    AbortSignal.timeout(SHOWN_WITHIN_MS),
  );
  await recheckAdminSessions(installation.pool);
  return 'Done. Admins sign in without a second factor, unless their account has one.';
}

/** Switches the shared passwords on again, for a studio in which no admin's account can sign in. */
export async function allowSharedPasswords(installation: Installation): Promise<string> {
  const { hasReopened } = await reopenSharedPasswords(installation, null, operator());
  return hasReopened ? 'Done. Staff sign in with the passwords of their roles.' : 'They were on already.';
}
