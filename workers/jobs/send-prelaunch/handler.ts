import { readShownRules } from '#projections/read-models/rules/queries.ts';
import { runCampaignStep } from '#workers/campaigns/run-campaign-step.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { sendToMember } from '#workers/emails/send-to-member.ts';
import { sendPrelaunch } from './definition.ts';
import { prelaunchEmail } from './email.ts';

/** Sends at most one email per member and day. */
export const sendPrelaunchHandler = defineJobHandler(sendPrelaunch, (deps, payload, run) =>
  runCampaignStep(deps, sendPrelaunch, payload, run, async ({ id: memberId }, { day }) => {
    const rules = await readShownRules(deps.pool);
    await sendToMember(
      deps,
      { memberId, kind: 'prelaunch', key: `prelaunch/${day}/${memberId}` },
      ({ name }) =>
        prelaunchEmail(deps.sender, { name, rules, unsubscribeToken: deps.unsubscribeTokens.make(memberId) }),
    );
    return 'done';
  }),
);
