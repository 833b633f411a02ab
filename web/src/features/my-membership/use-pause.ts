import { useSWRConfig } from 'swr';
import { toast } from '#web/components/ui/toast.ts';
import { formatDate } from '#web/lib/london-time.ts';
import type { ToastMessage } from '#web/lib/toast-message.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { refreshMembership } from '../membership/api/refresh-membership.ts';
import { pauseMembership, withdrawPause } from './api/pause-membership.ts';
import { myMembershipMessages } from './my-membership-messages.ts';

const pause = async (id: number): Promise<ToastMessage> => {
  const { from, until } = await pauseMembership(id);
  return myMembershipMessages.membershipPaused(formatDate(from), formatDate(until));
};

const withdraw = async (id: number): Promise<ToastMessage> => {
  const { nextBillingDate } = await withdrawPause(id);
  return myMembershipMessages.pauseWithdrawn(nextBillingDate === null ? null : formatDate(nextBillingDate));
};

/** Pauses the membership or withdraws that, reloads it and shows the result. */
export const usePause = (id: number) => {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();
  const change = async (send: (id: number) => Promise<ToastMessage>, onDone: () => void) => {
    const message = await send(id).catch(myMembershipMessages.pauseFailed);
    await refreshMembership(mutate);
    toast(message);
    onDone();
  };
  return {
    isChanging: busy,
    pause: (onDone: () => void) => void run(() => change(pause, onDone)),
    withdraw: () => void run(() => change(withdraw, () => {})),
  };
};
