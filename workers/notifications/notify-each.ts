import type { NotificationChannel } from '#domain/member/notifications.ts';
import type { Reachable } from '../emails/send-to-member.ts';
import type { StudioEmail } from '../emails/studio-email.ts';
import { type Notification, type NotifyDependencies, notifyMember } from './notify-member.ts';

/**
 * Notifies each member in order. By push the browsers of others may be at another push service, so an outage of one keeps back nobody
 * else; by mail the first failure ends the attempt.
 */
export async function notifyEach(
  deps: NotifyDependencies,
  channel: NotificationChannel,
  notices: readonly {
    readonly notification: Notification;
    readonly compose: (member: Reachable) => StudioEmail;
  }[],
): Promise<void> {
  const failures: unknown[] = [];
  for (const { notification, compose } of notices) {
    try {
      await notifyMember(deps, channel, notification, compose);
    } catch (error) {
      if (channel === 'mail') throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
