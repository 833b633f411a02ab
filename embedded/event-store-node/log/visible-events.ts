import { TOMBSTONE_REVISION } from './log-event.ts';
import type { StreamHead } from './stream-head.ts';
import { isMetastream } from './stream-metadata.ts';

const MICROS_PER_SECOND = 1_000_000;

/** Which events of a stream a reader may see. */
export type Visibility =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'notFound' }
  | {
      readonly kind: 'visible';
      readonly first: number;
      readonly last: number;
      /** Events created earlier are hidden by `$maxAge`; undefined without `$maxAge`. */
      readonly createdFrom: number | undefined;
    };

/** Computes which events of a stream with this head are visible at this instant (microseconds since 1970). */
export function getVisibility(stream: string, head: StreamHead, nowMicros: number): Visibility {
  if (head.tombstoned) return { kind: 'deleted' };
  const { maxCount, maxAgeSeconds, truncateBefore } = head.metadata;
  if (head.revision < 0 || truncateBefore === TOMBSTONE_REVISION) return { kind: 'notFound' };
  const visibleCount = isMetastream(stream) ? 1 : maxCount;
  const firstByCount = visibleCount === undefined ? 0 : head.revision - visibleCount + 1;
  const first = Math.max(0, truncateBefore ?? 0, firstByCount);
  const createdFrom = maxAgeSeconds === undefined ? undefined : nowMicros - maxAgeSeconds * MICROS_PER_SECOND;
  return { kind: 'visible', first, last: head.revision, createdFrom };
}
