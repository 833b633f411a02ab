import { insertPasskey } from '#infra/postgres/tables/passkeys.ts';
import { openCode } from '#infra/postgres/tables/sign-in-codes.ts';
import { deriveSignInCode } from '#services/commands/member/derive-sign-in-code.ts';
import { requestSignInCode } from '#services/commands/member/request-sign-in-code.ts';
import { sendPasskeyNotice } from '#workers/jobs/send-passkey-notice/definition.ts';
import { sendSignInCode } from '#workers/jobs/send-sign-in-code/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { Scenario } from '../scenario.ts';

/** Requests a code and returns the request's id. */
async function requestCode(cell: Cell, { email }: CellMember): Promise<string> {
  const { surviving } = cell.studio;
  await requestSignInCode(surviving, { email }, cell.context());
  const { rows } = await surviving.pool.query<{ id: string }>(
    'SELECT id FROM sign_in_codes WHERE email_hash = $1',
    [surviving.emailHash(email)],
  );
  return rows[0]?.id ?? '';
}

/** Reports whether each code was issued and used. */
const listCodes: NonNullable<Scenario['readExtraState']> = async (cell) => {
  const { surviving } = cell.studio;
  const { rows } = await surviving.pool.query<{ issued: boolean; used: boolean }>(
    `SELECT expires_at IS NOT NULL AS issued, used_at IS NOT NULL AS used FROM sign_in_codes
     WHERE email_hash = $1 ORDER BY requested_at`,
    [surviving.emailHash(cell.email('ann'))],
  );
  return rows.map(({ issued, used }) => `code: ${issued ? 'issued' : 'requested'}${used ? ', used' : ''}`);
};

/** Commands and jobs about the codes and passkeys by which members sign in without their password. */
export const signInCodeScenarios: readonly Scenario[] = [
  {
    covers: ['member/request-sign-in-code'],
    repeatReason: 'two requests make two codes, which work both',
    readExtraState: listCodes,
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      return () => cell.request(null, 'POST', '/api/auth/email-code', { email: ann.email });
    },
  },
  {
    covers: ['job send-sign-in-code', 'member/issue-sign-in-code'],
    readExtraState: listCodes,
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const requestId = await requestCode(cell, ann);
      return () => cell.runJob(sendSignInCode, { requestId }, requestId);
    },
  },
  {
    covers: ['job send-passkey-notice'],
    async prepare(cell) {
      const { pool } = cell.studio.surviving;
      const ann = await cell.addMember('ann');
      const passkeyId = `passkey-${cell.tag}`;
      await insertPasskey(pool, {
        id: passkeyId,
        memberId: ann.id,
        epoch: 1,
        publicKey: Buffer.from('key'),
        counter: 0,
        browser: 'Firefox on Windows',
      });
      return () => cell.runJob(sendPasskeyNotice, { passkeyId }, passkeyId);
    },
  },
  {
    covers: ['member/redeem-sign-in-code'],
    acceptedDifferences: [
      {
        lines: /^- sessions: [1-9] of \w+$|^\+ sessions: \d of \w+$/,
        reason: 'a session whose token nobody got, or whose answer was lost with the code used up',
      },
    ],
    readExtraState: listCodes,
    async prepare(cell) {
      const { surviving, now } = cell.studio;
      const ann = await cell.addMember('ann');
      const requestId = await requestCode(cell, ann);
      await openCode(surviving.pool, { requestId, memberId: ann.id, epoch: 1, now: now() });
      const code = deriveSignInCode(surviving.signInSecret, requestId);
      return () =>
        cell.requestOrRefusal(null, 'POST', '/api/auth/email-code/verify', { email: ann.email, code });
    },
  },
];
