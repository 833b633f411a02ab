import type { CheckSubscriptionAnswer } from '#services/contract/notifications.ts';
import { post } from '#web/lib/http.ts';
import { withPushDevice } from './with-push-device.ts';

/** Whether push messages to this address are for the signed-in member. */
export const isOwnPushAddress = async (endpoint: string): Promise<boolean> =>
  (await post<CheckSubscriptionAnswer>('/api/user/push-subscriptions/check', { endpoint })).isSubscribed;

/** After a sign-in: ends push messages to this browser that are for a person who used it before. */
export const checkPushDevice = (): void =>
  withPushDevice(({ hasOwnSubscription }) => hasOwnSubscription(isOwnPushAddress));
