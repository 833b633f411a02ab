import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { SwitchControl } from '#web/components/ui/switch.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { accountMessages } from './account-messages.ts';
import { AccountSection } from './account-section.tsx';
import {
  type NotificationChannel,
  type NotificationKind,
  useNotifications,
} from './api/use-notifications.ts';
import { ChoiceProblem } from './choice-problem.tsx';
import { DeviceSwitch } from './device-switch.tsx';

const kinds: readonly { kind: NotificationKind; label: string; hint: string }[] = [
  { kind: 'class-reminder', label: 'Reminders', hint: 'Before it is too late to cancel for free.' },
  { kind: 'waitlist-offer', label: 'Waitlist offers', hint: 'A spot is kept for you.' },
  { kind: 'class-changed', label: 'Changed classes', hint: 'A new time or another instructor.' },
  { kind: 'spot-broadcast', label: 'Last-minute spots', hint: 'First come, first served.' },
];

const channels: readonly { channel: NotificationChannel; label: string; by: string }[] = [
  { channel: 'mail', label: 'Email', by: 'by email' },
  { channel: 'push', label: 'Push', by: 'by push' },
];

const Switches = () => {
  const { notifications, hasFailed, retry, choose } = useNotifications();
  if (hasFailed) return <ChoiceProblem onRetry={retry} />;
  if (notifications === undefined) {
    return (
      <div aria-busy="true">
        <Skeleton className="h-80" />
      </div>
    );
  }
  return (
    <table className="w-full">
      <caption className="sr-only">What we notify you of, by email and by push</caption>
      <thead>
        <tr className="text-ink-muted text-sm">
          <td />
          {channels.map(({ channel, label }) => (
            <th key={channel} scope="col" className="w-18 pb-2 font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ kind, label, hint }) => (
          <tr key={kind} className="border-sand border-t">
            <th scope="row" className="py-3 pr-3 text-left font-normal">
              <span className="font-medium text-lg">{label}</span>
              <span className="block text-ink-muted">{hint}</span>
            </th>
            {channels.map(({ channel, by }) => (
              <td key={channel} className="py-3">
                <div className="flex justify-center">
                  <SwitchControl
                    checked={notifications[kind][channel]}
                    aria-label={`${label} ${by}`}
                    onCheckedChange={(isWanted) => {
                      choose(kind, channel, isWanted).catch((cause: unknown) =>
                        toast(accountMessages.saveFailed(cause)),
                      );
                    }}
                  />
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** What the member is notified of by email and push. Emails link here with `#notifications`. */
export const NotificationsSection = () => (
  <AccountSection
    id="notifications"
    title="Notifications"
    text="Push messages come to the phones and computers where you turned them on."
  >
    <div className="mb-3 border-sand border-b pb-3">
      <DeviceSwitch />
    </div>
    <Switches />
    <p className="mt-3 border-sand border-t pt-5 text-ink-muted">
      A cancelled class, a booking and a receipt always come by email.
    </p>
  </AccountSection>
);
