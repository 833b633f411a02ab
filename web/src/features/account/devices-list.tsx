import { useState } from 'react';
import type { Device } from '#services/contract/devices.ts';
import { Button } from '#web/components/ui/button.tsx';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { accountMessages } from './account-messages.ts';
import { useDevices } from './api/use-devices.ts';

const places: Record<Device['network'], string> = {
  this: ', from the network you are on now',
  other: ', from another network',
  unknown: '',
};

const DeviceRow = ({ device, end }: { device: Device; end: (id: string) => Promise<void> }) => {
  const { signOut } = useAuth();
  const [isBusy, setBusy] = useState(false);
  const { browser, isThis, openedAt, lastUsedAt, staysSignedIn } = device;
  const endThere = async () => {
    setBusy(true);
    try {
      await end(device.id);
      // The focused button is gone with its row.
      document.getElementById('devices-title')?.focus();
      toast(accountMessages.deviceEnded(browser));
    } catch (cause) {
      setBusy(false);
      toast(accountMessages.signOutFailed(cause));
    }
  };
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <span>
        <span className="block font-medium">
          {browser}
          {isThis ? <span className="font-normal text-ink-muted"> (this device)</span> : null}
        </span>
        <span className="tabular block text-ink-muted text-sm">
          Signed in {formatDayTime(openedAt)}
          {places[device.network]}. {isThis ? null : `Last used ${formatDayTime(lastUsedAt)}. `}
          {staysSignedIn ? 'Stays signed in.' : 'Signed in for a day.'}
        </span>
      </span>
      <Button
        variant="secondary"
        size="sm"
        busy={isBusy}
        className="shrink-0"
        aria-label={
          isThis ? 'Sign out on this device' : `Sign out ${browser}, signed in ${formatDayTime(openedAt)}`
        }
        onClick={isThis ? signOut : () => void endThere()}
      >
        Sign out
      </Button>
    </li>
  );
};

/** The devices that the member is signed in on, each of which can be signed out. */
export const DevicesList = () => {
  const { devices, hasFailed, retry, end } = useDevices();
  if (hasFailed) {
    return <LoadProblem title="Your devices did not load" text="You stay signed in." onRetry={retry} />;
  }
  if (devices === undefined) return <Skeleton className="h-24" />;
  return (
    <ul className="divide-y divide-sand border-sand border-y">
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} end={end} />
      ))}
    </ul>
  );
};
