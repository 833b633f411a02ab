import { handle } from '#infra/queue/define-job.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendWelcome } from './definition.ts';
import { welcomeEmail } from './email.ts';

export const sendWelcomeHandler = (deps: JobDependencies) =>
  handle(sendWelcome, ({ memberId }) =>
    sendToMember(deps, { memberId, kind: 'welcome', key: `welcome/${memberId}` }, (member) =>
      welcomeEmail(deps.sender, {
        name: member.name,
        unsubscribeToken: member.newsletter ? deps.unsubscribeTokens.make(memberId) : null,
      }),
    ),
  );
