import type { LiveChange, LiveTopic } from '../../../services/contract/live.ts';

const classDay = '/api/classes?date=';

/** Whether a key stands for what the member has, or may buy. */
export const isWallet = (key: unknown): boolean =>
  typeof key === 'string' && /^\/api\/(auth\/(user|credits)$|membership$|user\/)/.test(key);

const touchedBy: Record<LiveTopic, (key: string, dates: readonly string[] | undefined) => boolean> = {
  classes: (key, dates) =>
    key === '/api/my-bookings' ||
    (key.startsWith(classDay) && (dates === undefined || dates.includes(key.slice(classDay.length)))),
  instructors: (key) => key === '/api/admin/instructors' || key.startsWith(classDay),
  catalogue: (key) => key === '/api/class-passes',
  wallet: isWallet,
  bookings: (key) => key === '/api/my-bookings',
  member: (key) => key === '/api/auth/user',
};

/** Whether what is cached under a key may have changed. */
export const isTouched = (changes: readonly LiveChange[], key: unknown): boolean =>
  typeof key === 'string' &&
  changes.some((change) => change.topics.some((topic) => touchedBy[topic]?.(key, change.dates) ?? false));

/** The change that touches everything, for when the stream had a gap. */
export const everything: LiveChange = {
  topics: ['classes', 'instructors', 'catalogue', 'wallet', 'bookings', 'member'],
};
