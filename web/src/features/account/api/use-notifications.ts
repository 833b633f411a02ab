import type { NotificationsAnswer, NotificationsBody } from '#services/contract/notifications.ts';
import { request } from '#web/lib/http.ts';
import { useRead } from '#web/lib/use-read.ts';

const path = '/api/user/notifications';

export type NotificationKind = keyof NotificationsBody;
export type NotificationChannel = keyof NotificationsAnswer[NotificationKind];

/** What the member is notified of, and how; undefined while loading. */
export const useNotifications = () => {
  const { data, hasFailed, retry, mutate } = useRead<NotificationsAnswer>(path);
  /** Updates optimistically, and rolls back when saving fails. Throws `ApiError`. */
  const choose = async (kind: NotificationKind, channel: NotificationChannel, isWanted: boolean) => {
    if (data === undefined) return;
    const body: NotificationsBody = { [kind]: { [channel]: isWanted } };
    await mutate(request<NotificationsAnswer>(path, { method: 'PUT', body }), {
      optimisticData: { ...data, [kind]: { ...data[kind], [channel]: isWanted } },
      revalidate: false,
    });
  };
  return { notifications: data, hasFailed, retry, choose };
};
