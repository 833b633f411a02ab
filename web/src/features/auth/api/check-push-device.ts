import type { CheckSubscriptionAnswer } from '#services/contract/notifications.ts';
import { post } from '#web/lib/http.ts';

/** Whether push messages to this address are for the signed-in member. */
export const isOwnPushAddress = async (endpoint: string): Promise<boolean> =>
  (await post<CheckSubscriptionAnswer>('/api/user/push-subscriptions/check', { endpoint })).isSubscribed;

/** After a sign-in: ends push messages to this browser that are for someone who used it before. */
export const checkPushDevice = (): void => {
  if (globalThis.Notification?.permission !== 'granted') return;
  import('#web/lib/push-device.ts')
    .then(({ hasOwnSubscription }) => hasOwnSubscription(isOwnPushAddress))
    .catch((error: unknown) => console.warn('Push messages were not checked', String(error)));
};
