import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#web/components/ui/button.tsx';
import { lazyDialog, lazyPart } from '#web/components/ui/lazy-parts.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { prefetched } from '#web/lib/prefetched.ts';
import { accountMessages } from './account-messages.ts';
import { AccountSection } from './account-section.tsx';
import { signOutEverywhere } from './api/sign-out-everywhere.ts';
import { ListedLater, listPlace } from './listed-later.tsx';

const ConfirmDialog = lazyDialog(
  prefetched(() => import('#web/components/ui/confirm-dialog.tsx').then((m) => m.ConfirmDialog)),
);

const DevicesList = lazyPart(() => import('./devices-list.tsx').then((m) => m.DevicesList), {
  fallback: listPlace,
  missing: { title: 'Your devices did not load', text: 'You stay signed in.' },
});

/** Where the member is signed in, and the way out on each device or on all. */
export const DevicesSection = () => {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const run = async () => {
    setBusy(true);
    try {
      await signOutEverywhere();
      toast(accountMessages.signedOutEverywhere);
      navigate('/');
    } catch (cause) {
      setBusy(false);
      setOpen(false);
      toast(accountMessages.signOutFailed(cause));
    }
  };

  return (
    <AccountSection
      id="devices"
      title="Devices"
      text="You stay signed in on a device for a day, or for 30 days after each visit if you chose to. Lost one, or used a shared computer? Sign out there, or everywhere at once: that ends notifications to your devices too."
    >
      <ListedLater>
        <DevicesList />
      </ListedLater>
      <Button variant="secondary" className="mt-5 max-sm:w-full" onClick={() => setOpen(true)}>
        Sign out everywhere
      </Button>
      {isOpen ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => !isBusy && setOpen(open)}
          title="Sign out everywhere?"
          text="You will be signed out on every device, this one too. Your passkeys and your calendar link stop. Your bookings stay as they are."
          confirmLabel={isBusy ? 'Signing out...' : 'Sign Out Everywhere'}
          cancelLabel="Stay signed in"
          busy={isBusy}
          onConfirm={run}
        />
      ) : null}
    </AccountSection>
  );
};
