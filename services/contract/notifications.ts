import { z } from 'zod';
import { commandAnswer } from './errors.ts';

const chosen = z.object({ mail: z.boolean(), push: z.boolean() });
const nothingChosen = 'Please choose what to turn on or off';
const choice = chosen
  .partial()
  .refine(({ mail, push }) => mail !== undefined || push !== undefined, nothingChosen)
  .optional();

/** PUT /api/user/notifications: what a member turns on or off; what is missing stays as it is. */
export const notificationsBody = z
  .object({
    'class-reminder': choice,
    'waitlist-offer': choice,
    'class-changed': choice,
    'spot-broadcast': choice,
  })
  .refine((choices) => Object.values(choices).some((one) => one !== undefined), nothingChosen);
export type NotificationsBody = z.infer<typeof notificationsBody>;

/** GET and PUT /api/user/notifications: whether each kind comes by mail and by push. */
export const notificationsAnswer = commandAnswer.extend({
  'class-reminder': chosen.describe('Before the end of free cancellation of a booked class'),
  'waitlist-offer': chosen.describe('A spot of a waitlist is held for the member'),
  'class-changed': chosen.describe(
    'The studio moved or changed a class that the member is booked in or waits for',
  ),
  'spot-broadcast': chosen.describe('A spot is free shortly before the class, for the first who takes it'),
});
export type NotificationsAnswer = z.infer<typeof notificationsAnswer>;

/** GET /api/push/key */
export const pushKeyAnswer = z.object({
  success: z.literal(true),
  key: z.string().describe('The public VAPID key in base64url, with which a browser subscribes'),
});

const base64url = /^[\w-]+={0,2}$/;
const incomplete = 'This browser sent no complete subscription';
const endpoint = z
  .string()
  .regex(/^https?:\/\/[!-~]+$/, incomplete)
  .max(2_000, incomplete);

/** POST /api/user/push-subscriptions: a browser's `PushSubscription.toJSON()`. */
export const pushSubscriptionBody = z.object({
  endpoint,
  expirationTime: z.number().nullish(),
  keys: z.object({
    p256dh: z.string().regex(base64url, incomplete).min(80, incomplete).max(100, incomplete),
    auth: z.string().regex(base64url, incomplete).min(20, incomplete).max(30, incomplete),
  }),
});

/** DELETE /api/user/push-subscriptions, and POST /api/user/push-subscriptions/check. */
export const removeSubscriptionBody = z.object({ endpoint });

/** POST /api/user/push-subscriptions/check */
export const checkSubscriptionAnswer = commandAnswer.extend({
  isSubscribed: z.boolean().describe('The messages to this browser are for the signed-in member'),
});
export type CheckSubscriptionAnswer = z.infer<typeof checkSubscriptionAnswer>;
