import { randomUUID } from 'node:crypto';
import { createRecoveryCodes } from '#infra/crypto/recovery-codes.ts';
import { addSecondFactor } from '#services/commands/staff/add-second-factor.ts';
import { sendStaffSecurityNotice } from '#workers/jobs/send-staff-security-notice/definition.ts';
import { createAuthenticator } from '../../authenticator.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';
import { password, sessionsEndFirst } from './account-state.ts';
import { addStaff } from './staff.ts';
import { readLastEvent } from './steps.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/**
 * The app's codes one after another, as a person types the next one when a code was not accepted. The first is the
 * current one, which counts for half a minute more. A former one would be out of date as soon as a slow machine
 * checks it.
 */
function createCodes(secretOfApp: string): () => string {
  const app = createAuthenticator(secretOfApp);
  let steps = -1;
  return () => {
    steps = Math.min(1, steps + 1);
    return app.code(steps);
  };
}

/** Adds a member of staff with a second factor, and one more session. */
async function addStaffWithSecondFactor(cell: Cell): Promise<CellMember & { recoveryCodes: string[] }> {
  const person = await addStaff(cell);
  const { codes, hashes } = await createRecoveryCodes();
  const { position, epoch } = await addSecondFactor(
    cell.studio.surviving,
    { staffId: person.id, secret, recoveryHashes: hashes, epoch: 1 },
    cell.context(),
  );
  await cell.studio.waitForReadModels(position);
  const owner = { kind: 'staff', role: 'instructor', staffId: person.id, epoch } as const;
  await cell.studio.signIn(owner);
  const token = await cell.studio.signIn(owner);
  return { ...person, token, recoveryCodes: codes };
}

/** Commands about the second factor of the staff's accounts. */
export const secondFactorScenarios: readonly Scenario[] = [
  {
    covers: ['staff/add-second-factor', 'staff/read-second-factor'],
    acceptedDifferences: [sessionsEndFirst],
    async prepare(cell) {
      const { id, token } = await addStaff(cell);
      await cell.studio.signIn({ kind: 'staff', role: 'instructor', staffId: id });
      const setupId = randomUUID();
      const nextCode = createCodes(cell.studio.surviving.secondFactorSecret(`${id}/1/${setupId}`));
      const path = '/api/staff/second-factor';
      return () => cell.requestOrRefusal(token, 'POST', path, { setupId, code: nextCode() });
    },
  },
  {
    covers: ['staff/make-recovery-codes'],
    repeatReason: 'another set of codes, which replaces the first',
    async prepare(cell) {
      const { token } = await addStaffWithSecondFactor(cell);
      const nextCode = createCodes(secret);
      const path = '/api/staff/second-factor/recovery-codes';
      return () => cell.requestOrRefusal(token, 'POST', path, { password, code: nextCode() });
    },
  },
  {
    covers: ['staff/spend-recovery-code', 'staff/is-second-factor-required'],
    acceptedDifferences: [
      {
        lines: /^[-+] sessions: \d of staff$/,
        reason: 'the code is used up before the session opens; the person uses another',
      },
    ],
    async prepare(cell) {
      const { email, recoveryCodes } = await addStaffWithSecondFactor(cell);
      const body = { email, password, code: recoveryCodes[3] };
      return () => cell.requestOrRefusal(null, 'POST', '/api/staff/session', body);
    },
  },
  {
    covers: ['staff/remove-own-second-factor'],
    acceptedDifferences: [sessionsEndFirst],
    async prepare(cell) {
      const { token } = await addStaffWithSecondFactor(cell);
      const nextCode = createCodes(secret);
      const path = '/api/staff/second-factor/remove';
      return () => cell.requestOrRefusal(token, 'POST', path, { password, code: nextCode() });
    },
  },
  {
    covers: ['job send-staff-security-notice'],
    async prepare(cell) {
      const { id: staffId } = await addStaffWithSecondFactor(cell);
      const added = await readLastEvent(cell, `staff-${staffId}`, 'StaffSecondFactorAdded');
      const payload = { eventId: added.id, staffId, notice: 'added' } as const;
      return () => cell.runJob(sendStaffSecurityNotice, payload, added.id);
    },
  },
  {
    covers: ['staff/remove-lost-second-factor'],
    acceptedDifferences: [sessionsEndFirst],
    async prepare(cell) {
      const { id } = await addStaffWithSecondFactor(cell);
      const path = `/api/admin/staff/${id}/second-factor`;
      return () => cell.requestOrRefusal(cell.shared.admin, 'DELETE', path);
    },
  },
];
