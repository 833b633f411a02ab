import { workerPath } from './service-worker.ts';

/** Why this browser cannot be notified, or whether it is. */
export type PushState = 'on' | 'off' | 'denied' | 'unsupported' | 'needs-home-screen';

const isAppleTouchDevice = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Safari on a phone has push only in a site that was added to the home screen. */
const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches;

const findSubscription = async (): Promise<PushSubscription | null> => {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
};

/** Whether this browser gets messages for the signed-in member. Ends a subscription that another person left behind. */
export const hasOwnSubscription = async (isOwn: (endpoint: string) => Promise<boolean>): Promise<boolean> => {
  const subscription = await findSubscription();
  if (subscription === null) return false;
  if (await isOwn(subscription.endpoint)) return true;
  await subscription.unsubscribe();
  return false;
};

/** `isOwn` asks the studio whether the messages to an address are for the signed-in member. */
export const readPushState = async (isOwn: (endpoint: string) => Promise<boolean>): Promise<PushState> => {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouchDevice() && !isInstalled() ? 'needs-home-screen' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission !== 'granted') return 'off';
  return (await hasOwnSubscription(isOwn)) ? 'on' : 'off';
};

/** Asks for permission, and subscribes at the browser's push service; null when the person refuses. Throws where there is none. */
export const subscribeDevice = async (
  readKey: () => Promise<string>,
): Promise<PushSubscriptionJSON | null> => {
  // First, because browsers show the question only in answer to a press.
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const applicationServerKey = await readKey();
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription for an older key of the studio cannot be renewed.
  await (await pushManager.getSubscription())?.unsubscribe();
  return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
};

/** Ends the subscription of this browser, and returns the address that it had. */
export const unsubscribeDevice = async (): Promise<string | null> => {
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? null;
};
