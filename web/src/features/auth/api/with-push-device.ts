type PushDevice = typeof import('#web/lib/push-device.ts');

/** Does something about push messages to this browser, in the background and only where it may have some. A failure is logged. */
export const withPushDevice = (use: (device: PushDevice) => Promise<unknown>): void => {
  if (globalThis.Notification?.permission !== 'granted') return;
  import('#web/lib/push-device.ts')
    .then(use)
    .catch((error: unknown) => console.warn('Push messages of this browser are as before', String(error)));
};
