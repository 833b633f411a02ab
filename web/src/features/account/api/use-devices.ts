import type { DevicesAnswer } from '#services/contract/devices.ts';
import { deleteIfThere } from '#web/lib/delete-if-there.ts';
import { useRead } from '#web/lib/use-read.ts';

/** Where the member is signed in, the latest used first; undefined while loading. */
export const useDevices = () => {
  const { data, hasFailed, retry, mutate } = useRead<DevicesAnswer>('/api/user/devices');
  /** Ends a device's session. Throws `ApiError`. */
  const end = async (id: string) => {
    await deleteIfThere(`/api/user/devices/${id}`);
    await mutate();
  };
  return { devices: data?.devices, hasFailed, retry, end };
};
