import useSWR from 'swr';
import type { pushKeyAnswer } from '#services/contract/notifications.ts';
import { request } from '#web/lib/http.ts';
import { readPushState, subscribeDevice, unsubscribeDevice } from '#web/lib/push-device.ts';
import { isOwnPushAddress } from '../../auth/api/check-push-device.ts';

const path = '/api/user/push-subscriptions';

const readKey = async (): Promise<string> =>
  (await request<ReturnType<typeof pushKeyAnswer.parse>>('/api/push/key')).key;

const turnOn = async (): Promise<void> => {
  const subscription = await subscribeDevice(readKey);
  if (subscription === null) return;
  try {
    await request<unknown>(path, { method: 'POST', body: subscription });
  } catch (cause) {
    // The switch is on only when messages arrive.
    await unsubscribeDevice();
    throw cause;
  }
};

const turnOff = async (): Promise<void> => {
  const endpoint = await unsubscribeDevice();
  if (endpoint !== null) await request<unknown>(path, { method: 'DELETE', body: { endpoint } });
};

/** Whether this browser gets push messages, and how to change it; undefined while that is read. */
export const usePushDevice = (memberId: string | undefined) => {
  const { data, mutate } = useSWR(`push-device ${memberId}`, () => readPushState(isOwnPushAddress));
  /** Throws what the browser or the server refuses. */
  const set = async (isOn: boolean): Promise<void> => {
    try {
      await (isOn ? turnOn() : turnOff());
    } finally {
      await mutate();
    }
  };
  return { state: data, set };
};
