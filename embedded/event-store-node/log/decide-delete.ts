import type { Expected } from './decide-append.ts';
import { isStreamSoftDeleted, type StreamHead } from './stream-head.ts';

export type DeleteDecision = 'ok' | 'wrongVersion' | 'deleted';

/** Decides a soft delete. A stream without events and metadata cannot be deleted, whatever is expected. */
export function decideDelete(head: StreamHead, expected: Expected): DeleteDecision {
  if (head.tombstoned) return 'deleted';
  return isMissing(head) ? 'wrongVersion' : checkExpected(head, expected);
}

/** Decides a tombstone. A stream that never existed can be tombstoned too. */
export function decideTombstone(head: StreamHead, expected: Expected): DeleteDecision {
  if (head.tombstoned) return 'deleted';
  if (isMissing(head) && expected.kind === 'streamExists') return 'wrongVersion';
  return checkExpected(head, expected);
}

function isMissing(head: StreamHead): boolean {
  return head.revision < 0 && head.metaRevision < 0;
}

function checkExpected(head: StreamHead, expected: Expected): DeleteDecision {
  switch (expected.kind) {
    case 'any':
      return 'ok';
    case 'streamExists':
      return isStreamSoftDeleted(head) ? 'deleted' : 'ok';
    case 'noStream':
      return head.revision < 0 || isStreamSoftDeleted(head) ? 'ok' : 'wrongVersion';
    case 'revision':
      return expected.revision === BigInt(head.revision) ? 'ok' : 'wrongVersion';
  }
}
