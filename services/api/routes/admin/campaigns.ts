import { z } from 'zod';
import { toLondonDay } from '#domain/london-time.ts';
import { insertCampaign, readDoneMembers, readLatestCampaigns } from '#infra/postgres/tables/campaigns.ts';
import { type Audience, readAudience } from '#projections/read-models/members/staff-queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { notFound } from '#services/api/http-error.ts';
import { describeCampaign, describeCampaignEffects } from '#services/api/presenters/describe-campaign.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { type CampaignKind, campaignAnswer, campaignsAnswer } from '#services/contract/campaigns.ts';
import { dryRunAnswer, dryRunQuery } from '#services/contract/dry-run.ts';
import { protectRoutes } from '../protect-routes.ts';

const campaigns: readonly { path: string; kind: CampaignKind; audience: Audience }[] = [
  { path: '/api/admin/send-prelaunch-emails', kind: 'prelaunch', audience: 'everyone' },
  {
    path: '/api/admin/brevo/add-existing-members',
    kind: 'members-with-bookings',
    audience: 'booked',
  },
  {
    path: '/api/admin/brevo/add-non-booking-members',
    kind: 'members-without-bookings',
    audience: 'never-booked',
  },
];

/**
 * Emails and mailing-list changes for many members. A call stores the recipients, workers process them one by one and record the
 * results, and the page polls the counts until all are done.
 */
export function registerAdminCampaignRoutes(
  app: TypedApp,
  { authentication, pool, clock }: ApiDependencies,
): void {
  const withSchema = protectRoutes(authentication.requireStaff(), 'staff');

  const readCampaigns = async () => (await readLatestCampaigns(pool)).map(describeCampaign);

  app.get('/api/admin/campaigns', withSchema({ response: { 200: campaignsAnswer } }), async () => ({
    success: true as const,
    campaigns: await readCampaigns(),
  }));

  for (const { path, kind, audience } of campaigns) {
    app.post(
      path,
      withSchema({ querystring: dryRunQuery, response: { 200: z.union([dryRunAnswer, campaignAnswer]) } }),
      async (request) => {
        const now = clock.now();
        const day = toLondonDay(now);
        const members = await readAudience(pool, audience);
        const memberIds = members.filter(({ newsletter }) => newsletter).map(({ memberId }) => memberId);
        const leftOut = members.length - memberIds.length;
        if (request.query.dryRun) {
          const done = await readDoneMembers(pool, kind, day);
          const toReach = memberIds.filter((memberId) => !done.has(memberId)).length;
          const reach = { toReach, doneToday: memberIds.length - toReach, leftOut };
          return {
            success: true as const,
            dryRun: true as const,
            effects: describeCampaignEffects(kind, reach),
          };
        }
        const id = await insertCampaign(pool, { kind, day, now, memberIds, leftOut });
        const details = (await readCampaigns()).find((campaign) => campaign.id === id);
        if (details === undefined) throw notFound();
        return { success: true as const, details };
      },
    );
  }
}
