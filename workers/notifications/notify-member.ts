import { memberDecider } from '#domain/member/decider.ts';
import {
  getNotificationKey,
  type NotificationChannel,
  type NotificationKind,
} from '#domain/member/notifications.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { type Reachable, readReachable, sendToMember } from '../emails/send-to-member.ts';
import type { StudioEmail } from '../emails/studio-email.ts';
import { performOnce } from '../perform-once.ts';
import { attemptEach } from './attempt-each.ts';

export type NotifyDependencies = Pick<
  JobDependencies,
  'pool' | 'mail' | 'deciders' | 'push' | 'pushSubscriptions' | 'clock'
>;

export interface Notification {
  readonly memberId: string;
  /** What the member can turn off. */
  readonly choice: NotificationKind;
  /** The kind of the email. */
  readonly kind: string;
  /** Identifies this notification in the ledger of performed effects. */
  readonly key: string;
  /** The page of the site that a push message opens. */
  readonly url: string;
  /** A later push message about the same thing replaces an earlier one on the device. */
  readonly tag: string;
  /** From then on a push message is pointless. */
  readonly until: Date;
}

type Compose = (member: Reachable) => StudioEmail;

/** Notifies a member by one channel, if they want it, at most once. A push message has the subject and the preview of the email. */
export async function notifyMember(
  deps: NotifyDependencies,
  channel: NotificationChannel,
  notification: Notification,
  compose: Compose,
): Promise<void> {
  const { memberId, choice } = notification;
  const { state } = await deps.deciders.load(memberDecider, memberId);
  if (state.unwanted.has(getNotificationKey(choice, channel))) return;
  if (channel === 'mail') await sendToMember(deps, notification, compose);
  else await pushToMember(deps, notification, compose);
}

/** Sends to each of the member's browsers; an outage of one push service does not keep back the others. */
async function pushToMember(
  { pool, push, pushSubscriptions, clock }: NotifyDependencies,
  { memberId, kind, key, url, tag, until }: Notification,
  compose: Compose,
): Promise<void> {
  const subscriptions = await pushSubscriptions.read(memberId);
  if (subscriptions.length === 0) return;
  const ttlSeconds = Math.floor((until.getTime() - clock.now().getTime()) / 1_000);
  if (ttlSeconds <= 0) return;
  const member = await readReachable(pool, memberId);
  if (member === null) return;
  const { subject, preview } = compose(member);
  const message = { title: subject, body: preview, url, tag };
  await attemptEach(subscriptions, async ({ id, target }) => {
    const effect = { key: `${key}/push/${id}`, kind: `push-${kind}`, memberId };
    await performOnce(pool, effect, async (idempotencyKey) => {
      const outcome = await push.send(target, message, { key: idempotencyKey, ttlSeconds });
      if (outcome === 'gone') await pushSubscriptions.drop(id);
      return null;
    });
  });
}
