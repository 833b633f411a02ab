/** What a member can be notified of and turn off. Everything else, such as a receipt or a cancelled class, always comes by mail. */
export const notificationKinds = [
  'class-reminder',
  'waitlist-offer',
  'class-changed',
  'spot-broadcast',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationChannels = ['mail', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** The key of a kind and channel among those that a member turned off. */
export const getNotificationKey = (kind: NotificationKind, channel: NotificationChannel): string =>
  `${kind}/${channel}`;
