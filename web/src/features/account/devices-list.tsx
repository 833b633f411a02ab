import type { Device } from '#services/contract/devices.ts';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { accountMessages } from './account-messages.ts';
import { useDevices } from './api/use-devices.ts';
import { RemovableRow } from './removable-row.tsx';

const places: Record<Device['network'], string> = {
  this: ', from the network you are on now',
  other: ', from another network',
  unknown: '',
};

const DeviceRow = ({ device, end }: { device: Device; end: (id: string) => Promise<void> }) => {
  const { signOut } = useAuth();
  const { browser, isThis, openedAt, lastUsedAt, staysSignedIn } = device;
  const since = `Signed in ${formatDayTime(openedAt)}${places[device.network]}.`;
  const use = isThis ? '' : `Last used ${formatDayTime(lastUsedAt)}. `;
  return (
    <RemovableRow
      title={
        <>
          {browser}
          {isThis ? <span className="font-normal text-ink-muted"> (this device)</span> : null}
        </>
      }
      details={`${since} ${use}${staysSignedIn ? 'Stays signed in.' : 'Signed in for a day.'}`}
      label="Sign out"
      busyLabel="Sign out"
      fullLabel={
        isThis ? 'Sign out on this device' : `Sign out ${browser}, signed in ${formatDayTime(openedAt)}`
      }
      sectionId="devices"
      remove={() => end(device.id)}
      removed={accountMessages.deviceEnded(browser)}
      notRemoved={accountMessages.signOutFailed}
      onPress={isThis ? signOut : undefined}
    />
  );
};

/** Lists the devices that the member is signed in on, and signs them out. */
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
