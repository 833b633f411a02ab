import { z } from 'zod';
import { addressFault } from './address-fault.ts';
import { myBooking } from './bookings.ts';
import { commandAnswer } from './errors.ts';
import { expectedWallet } from './expected-facts.ts';
import { lineText } from './text.ts';
import { instant, requestKey, wallDate } from './values.ts';
import { userPass } from './wallet.ts';

/** A member id in a path. */
export const memberIdText = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'Use the id of a member');

/** A row of the staff's list of members. */
export const adminMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  addressFault: addressFault
    .nullable()
    .describe('Why mail to this address does not arrive, as the mail provider says'),
  emailVerified: z.boolean().describe('The member followed a link that was mailed to this address'),
  passes: z.number().int().describe('Passes that can be used now'),
  createdAt: instant,
  hasUsedNewUserDiscount: z.boolean(),
  totalBookings: z.number().int().describe('Bookings that stand, of classes gone and to come'),
  lastClassDate: wallDate.nullable().describe('The day of the last class attended; null for never'),
});
export type AdminMember = z.infer<typeof adminMember>;

/**
 * GET /api/admin/members: all members, the newest first. The list is not paged, since a studio's whole list is one compact answer
 * that the browser searches, sorts and exports without further requests.
 */
export const adminMembersAnswer = z.object({
  success: z.literal(true),
  members: z.array(adminMember),
  now: instant,
});
export type AdminMembersAnswer = z.infer<typeof adminMembersAnswer>;

/** POST /api/admin/members/{id}/add-passes and /remove-passes */
export const adjustPassesBody = z.object({
  passes: z.number().int().min(1, 'At least 1 pass').max(100, 'At most 100 passes at once'),
  reason: lineText
    .min(1, 'Please say why, in a few words')
    .max(200, 'Please use fewer words')
    .optional()
    .describe('Kept for good: nothing personal belongs in it'),
  requestKey,
  expected: expectedWallet,
});
export type AdjustPassesBody = z.infer<typeof adjustPassesBody>;

export const adjustPassesAnswer = commandAnswer.extend({
  passes: z.number().int().describe('What the member can use now'),
});

/** GET /api/admin/member-bookings/{id}: cancelled ones too, the latest class first. */
export const memberBookingsAnswer = z.object({
  success: z.literal(true),
  bookings: z.array(myBooking),
  now: instant,
});
export type MemberBookingsAnswer = z.infer<typeof memberBookingsAnswer>;

/** A member's lot, for staff. */
export const memberPass = userPass.extend({
  kind: z.enum(['purchase', 'membership', 'adjustment', 'import']),
});
export type MemberPass = z.infer<typeof memberPass>;

/** Passes that staff gave (positive) or took (negative) by hand. */
export const passAdjustment = z.object({
  key: z.string(),
  at: instant,
  passes: z.number().int(),
  reason: z.string(),
});

/** GET /api/admin/member-passes/{id}: the latest first. */
export const memberPassesAnswer = z.object({
  success: z.literal(true),
  passes: z.array(memberPass),
  adjustments: z.array(passAdjustment),
  now: instant,
});
export type MemberPassesAnswer = z.infer<typeof memberPassesAnswer>;
