import { z } from 'zod';
import { instant } from './values.ts';

export const campaignKinds = ['prelaunch', 'members-with-bookings', 'members-without-bookings'] as const;
export type CampaignKind = (typeof campaignKinds)[number];

/** A campaign of one day and its progress. */
export const campaign = z.object({
  id: z.number().int(),
  kind: z.enum(campaignKinds),
  askedAt: instant,
  isFinished: z.boolean(),
  success: z.number().int().describe('The same as successCount'),
  successCount: z.number().int(),
  totalMembers: z.number().int().describe('Whom it is for, without those left out'),
  successRate: z.string().describe('`95%`'),
  leftOut: z.number().int().describe('Members who do not want news by email'),
  failed: z.number().int(),
  waiting: z.number().int(),
});
export type Campaign = z.infer<typeof campaign>;

/**
 * POST /api/admin/send-prelaunch-emails, /api/admin/brevo/add-existing-members and /add-non-booking-members: starts a campaign, or
 * continues that of the same day.
 */
export const campaignAnswer = z.object({ success: z.literal(true), details: campaign });
export type CampaignAnswer = z.infer<typeof campaignAnswer>;

/** GET /api/admin/campaigns: the latest of each kind. */
export const campaignsAnswer = z.object({ success: z.literal(true), campaigns: z.array(campaign) });
export type CampaignsAnswer = z.infer<typeof campaignsAnswer>;
