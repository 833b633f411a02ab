import { useSWRConfig } from 'swr';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { toast } from '#web/components/ui/toast.ts';
import { request } from '#web/lib/http.ts';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { membershipsPath } from './use-memberships.ts';

/** Withdraws a pause that has not begun, as the member can. */
export const useWithdrawPause = (id: number) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();
  const withdraw = async () => {
    try {
      await request(`${membershipsPath}/${id}/pause`, { method: 'DELETE' });
      toast(staffMessages.pauseWithdrawn);
    } catch (cause) {
      toast(staffMessages.withdrawPauseFailed(cause));
    }
    await refreshPeople(mutate);
  };
  return { withdraw: () => void run(withdraw), isWithdrawing: busy };
};
