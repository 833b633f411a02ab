import { getServerMessage } from '#web/lib/api-error.ts';
import { Notice } from '../ui/notice.tsx';

/** Why the server refused, in its own words, where it was tried: the toast only names the failure. Empty without such words. */
export function FailureReason({ cause }: { cause: unknown }) {
  const reason = getServerMessage(cause, '');
  return reason === '' ? null : <Notice tone="error">{reason}</Notice>;
}
