import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { availabilityKey, useMembershipAvailability } from '../membership/api/use-membership-availability.ts';

/** Opens and closes the sign-up for memberships. */
export function SignUpsSwitch() {
  const { mutate } = useSWRConfig();
  const { send, question } = useSeenEdit({ value: { label: 'Sign-ups' } });
  const signUps = useMembershipAvailability();
  const [pending, setPending] = useState<boolean | null>(null);
  const isOpen = pending ?? signUps === 'open';

  const change = async (open: boolean) => {
    if (pending !== null) return;
    const value = open ? 'open' : 'closed';
    setPending(open);
    try {
      const body = { key: 'membership_availability', value };
      const call = { path: '/api/admin/settings', method: 'POST', body } as const;
      const answer = await send(call, { value: signUps }, () => setPending(null));
      if (answer === null) return;
      await mutate(availabilityKey);
      toast(staffMessages.signUpsAre(value));
    } catch {
      toast(staffMessages.availabilityFailed);
    } finally {
      setPending(null);
    }
  };

  if (signUps === 'unknown') return <Skeleton className="h-24" />;
  return (
    <div className="rounded-card border border-sand bg-surface p-4 md:p-5">
      <Switch
        checked={isOpen}
        onCheckedChange={(open) => void change(open)}
        label={isOpen ? 'Sign-ups are open' : 'Sign-ups are closed'}
        hint={
          isOpen
            ? 'Anyone can start a membership. Closing changes nothing for those who have one.'
            : 'The site offers to register interest instead. Memberships that run go on and renew.'
        }
      />
      {question}
    </div>
  );
}
