import { hashToken } from '#infra/postgres/tables/hash-token.ts';
import { closePasskeyReport, readUnreportedPasskey } from '#infra/postgres/tables/passkeys.ts';
import { readIdentity } from '#services/commands/member/read-identity.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendOnce } from '#workers/emails/send-once.ts';
import { sendPasskeyNotice } from './definition.ts';
import { passkeyNoticeEmail } from './email.ts';

export const sendPasskeyNoticeHandler = defineJobHandler(
  sendPasskeyNotice,
  async ({ pool, clock, eventStore, mail, sender }, { passkeyId }) => {
    const passkey = await readUnreportedPasskey(pool, passkeyId);
    if (passkey === undefined) return;
    const { memberId, browser } = passkey;
    const identity = await readIdentity(eventStore, memberId);
    if (identity !== null) {
      const kind = 'passkey-added';
      const key = `${kind}/${hashToken(passkeyId)}`;
      await sendOnce(
        { pool, mail },
        { key, kind, memberId },
        identity,
        passkeyNoticeEmail(sender, { name: identity.name, browser }),
      );
    }
    await closePasskeyReport(pool, passkeyId, clock.now());
  },
);
