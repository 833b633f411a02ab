import { useSWRConfig } from 'swr';
import type { ChangePlanOfMembershipBody } from '#services/contract/membership.ts';
import { toast } from '#web/components/ui/toast.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { refreshMembership } from '../membership/api/refresh-membership.ts';
import { changePlan } from './api/change-plan.ts';
import { myMembershipMessages } from './my-membership-messages.ts';

/** Changes the plan or keeps it, reloads the membership and shows the result. */
export const useChangePlan = (id: number) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();
  const send = async (
    body: ChangePlanOfMembershipBody,
    message: ReturnType<typeof myMembershipMessages.planKept>,
    onDone: (hasChanged: boolean) => void,
  ) => {
    const cause = await changePlan(id, body).then(
      () => null,
      (failure: unknown) => failure ?? new Error(),
    );
    await refreshMembership(mutate);
    toast(cause === null ? message : myMembershipMessages.planChangeFailed(cause));
    onDone(cause === null);
  };
  return {
    isChanging: busy,
    change: (name: string, body: ChangePlanOfMembershipBody, onDone: (hasChanged: boolean) => void) =>
      void run(() => send(body, myMembershipMessages.planChanged(name, body.when), onDone)),
    keep: (planId: number, name: string) =>
      void run(() => send({ planId, when: 'renewal' }, myMembershipMessages.planKept(name), () => {})),
  };
};
