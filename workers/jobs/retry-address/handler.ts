import { readUserById } from '#projections/read-models/members/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { retryAddress } from './definition.ts';
import { retryAddressEmail } from './email.ts';

/** The mail provider sends nothing to an address that it blocked. If this email comes back, it reports the address again. */
export const retryAddressHandler = defineJobHandler(retryAddress, async (deps, { memberId, eventId }) => {
  const email = (await readUserById(deps.pool, memberId))?.email ?? null;
  if (email !== null) await deps.mail.unblock({ email });
  const kind = 'address-check';
  await sendToMember(deps, { memberId, kind, key: `${kind}/${eventId}` }, ({ name }) =>
    retryAddressEmail(deps.sender, { name }),
  );
});
