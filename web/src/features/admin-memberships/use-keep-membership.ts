import { useSWRConfig } from 'swr';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { toast } from '#web/components/ui/toast.ts';
import { post } from '#web/lib/http.ts';
import { refreshPeople } from '#web/lib/refresh-people.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { membershipsPath } from './use-memberships.ts';

/** Undoes the cancellation of a membership, as its member can. */
export const useKeepMembership = (id: number) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();
  const keep = async () => {
    try {
      await post(`${membershipsPath}/${id}/resume`);
      toast(staffMessages.membershipKept);
    } catch {
      toast(staffMessages.keepMembershipFailed);
    }
    await refreshPeople(mutate);
  };
  return { keep: () => void run(keep), isKeeping: busy };
};
