import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { toast } from '#web/components/ui/toast.ts';
import type { PushState } from '#web/lib/push-device.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { accountMessages } from './account-messages.ts';
import { usePushDevice } from './api/use-push-device.ts';

/** What to do where the switch cannot work. */
const obstacles: Partial<Record<PushState, string>> = {
  denied:
    'This browser blocks notifications of this site. Open the site’s settings, at the left of its address, allow notifications there, and reload this page.',
  'needs-home-screen':
    'On an iPhone or iPad, add this site to your home screen first: press Share, then Add to Home Screen. Open it from there and come back to this page.',
  unsupported: 'This browser has no push messages. Your emails come all the same.',
};

/** Turns push messages on or off for this browser. */
export const DeviceSwitch = () => {
  const { state, set } = usePushDevice(useAuth().user?.id);
  const { run } = useOneAtATime();
  if (state === undefined)
    return (
      <div aria-busy="true">
        <Skeleton className="h-20" />
      </div>
    );
  const obstacle = obstacles[state];
  if (obstacle !== undefined)
    return (
      <div className="py-3">
        <p className="font-medium text-lg">Notify me on this device</p>
        <p className="text-ink-muted">{obstacle}</p>
      </div>
    );
  return (
    <Switch
      checked={state === 'on'}
      onCheckedChange={(isOn) =>
        void run(() =>
          set(isOn).catch((cause: unknown) => {
            toast(accountMessages.pushFailed(cause));
          }),
        )
      }
      label="Notify me on this device"
      hint="Push messages of the kinds below. Signing out on this device turns them off."
    />
  );
};
