import type { Expected } from './decide-append.ts';
import { headIsSoftDeleted, type StreamHead } from './stream-head.ts';

export type DeleteDecision = 'ok' | 'wrongVersion' | 'deleted';

/** Decides a soft delete. A missing stream cannot be deleted, whatever is expected. */
export function decideDelete(head: StreamHead, expected: Expected): DeleteDecision {
  if (head.tombstoned) return 'deleted';
  if (head.revision < 0) return 'wrongVersion';
  return checkExpected(head, expected);
}

/** Decides a tombstone. A stream that never existed can be tombstoned too. */
export function decideTombstone(head: StreamHead, expected: Expected): DeleteDecision {
  if (head.tombstoned) return 'deleted';
  if (head.revision < 0 && (expected.kind === 'any' || expected.kind === 'noStream')) return 'ok';
  if (head.revision < 0) return 'wrongVersion';
  return checkExpected(head, expected);
}

function checkExpected(head: StreamHead, expected: Expected): DeleteDecision {
  switch (expected.kind) {
    case 'any':
      return 'ok';
    case 'streamExists':
      return headIsSoftDeleted(head) ? 'deleted' : 'ok';
    case 'noStream':
      return headIsSoftDeleted(head) ? 'ok' : 'wrongVersion';
    case 'revision':
      return expected.revision === BigInt(head.revision) ? 'ok' : 'wrongVersion';
  }
}
