import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendWelcome } from './definition.ts';
import { welcomeEmail } from './email.ts';

export const sendWelcomeHandler = defineJobHandler(sendWelcome, (deps, { memberId }) =>
  sendToMember(deps, { memberId, kind: 'welcome', key: `welcome/${memberId}` }, (member) =>
    welcomeEmail(deps.sender, {
      name: member.name,
      proofToken: deps.emailProofTokens.make(memberId, deps.emailHash(member.email)),
      unsubscribeToken: member.newsletter ? deps.unsubscribeTokens.make(memberId) : null,
    }),
  ),
);
