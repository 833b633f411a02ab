import { readShownRules } from '#projections/read-models/rules/queries.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendWelcome } from './definition.ts';
import { welcomeEmail } from './email.ts';

export const sendWelcomeHandler = defineJobHandler(sendWelcome, async (deps, { memberId }) => {
  const rules = await readShownRules(deps.pool);
  await sendToMember(deps, { memberId, kind: 'welcome', key: `welcome/${memberId}` }, (member) =>
    welcomeEmail(deps.sender, {
      name: member.name,
      rules,
      proofToken: deps.emailProofTokens.make(memberId, deps.emailHash(member.email)),
      unsubscribeToken: member.newsletter ? deps.unsubscribeTokens.make(memberId) : null,
    }),
  );
});
