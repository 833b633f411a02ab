import type { DevicesAnswer } from '#services/contract/devices.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { request } from '#web/lib/http.ts';
import { useRead } from '#web/lib/use-read.ts';

/** Where the member is signed in, the latest used first; undefined while loading. */
export const useDevices = () => {
  const { data, hasFailed, retry, mutate } = useRead<DevicesAnswer>('/api/user/devices');
  /** Ends a device's session; one that has ended meanwhile is what was asked for. Throws `ApiError`. */
  const end = async (id: string) => {
    try {
      await request(`/api/user/devices/${id}`, { method: 'DELETE' });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
    }
    await mutate();
  };
  return { devices: data?.devices, hasFailed, retry, end };
};
