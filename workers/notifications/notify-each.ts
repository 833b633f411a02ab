import type { NotificationChannel } from '#domain/member/notifications.ts';
import type { Reachable } from '../emails/send-to-member.ts';
import type { StudioEmail } from '../emails/studio-email.ts';
import { attemptEach } from './attempt-each.ts';
import { type Notification, type NotifyDependencies, notifyMember } from './notify-member.ts';

/**
 * Notifies each member in order. By push the browsers of others may be at another push service, so an outage of one
 * delays no one else. By mail the first failure ends the attempt.
 */
export async function notifyEach(
  deps: NotifyDependencies,
  channel: NotificationChannel,
  notices: readonly {
    readonly notification: Notification;
    readonly compose: (member: Reachable) => StudioEmail;
  }[],
): Promise<void> {
  const notify = ({ notification, compose }: (typeof notices)[number]) =>
    notifyMember(deps, channel, notification, compose);
  if (channel === 'push') await attemptEach(notices, notify);
  else for (const notice of notices) await notify(notice);
}
