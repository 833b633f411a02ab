import { z } from 'zod';
import { instant } from './values.ts';

export const campaignKinds = ['prelaunch', 'members-with-bookings', 'members-without-bookings'] as const;
export type CampaignKind = (typeof campaignKinds)[number];

/** What was asked for many members at once on one day, and how far it has come. */
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
 * POST /api/admin/send-prelaunch-emails, /api/admin/brevo/add-existing-members and /add-non-booking-members: begun, or
 * gone on with when it was asked for before on the same day.
 */
export const campaignAnswer = z.object({ success: z.literal(true), details: campaign });
export type CampaignAnswer = z.infer<typeof campaignAnswer>;

/** GET /api/admin/campaigns: the latest of each kind. */
export const campaignsAnswer = z.object({ success: z.literal(true), campaigns: z.array(campaign) });
export type CampaignsAnswer = z.infer<typeof campaignsAnswer>;
