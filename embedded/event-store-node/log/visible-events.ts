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
      /** Events created before are hidden by `$maxAge`; undefined when there is none. */
      readonly createdFrom: number | undefined;
    };

/** What a reader may see of a stream with this head at this instant (microseconds since 1970). */
export function visibilityOf(stream: string, head: StreamHead, nowMicros: number): Visibility {
  if (head.tombstoned) return { kind: 'deleted' };
  const { maxCount, maxAgeSeconds, truncateBefore } = head.metadata;
  if (head.revision < 0 || truncateBefore === TOMBSTONE_REVISION) return { kind: 'notFound' };
  const kept = isMetastream(stream) ? 1 : maxCount;
  const first = Math.max(0, truncateBefore ?? 0, kept === undefined ? 0 : head.revision - kept + 1);
  const createdFrom = maxAgeSeconds === undefined ? undefined : nowMicros - maxAgeSeconds * MICROS_PER_SECOND;
  return { kind: 'visible', first, last: head.revision, createdFrom };
}
