import { createHmac } from 'node:crypto';
import { deriveKey } from './master-key.ts';
import { secretsEqual } from './timing-safe-equal.ts';

/** Links by which a member leaves the newsletter without signing in. They hold for ever, as those in old mails must. */
export interface UnsubscribeTokens {
  /** Text of letters, digits, `_`, `-` and one `.`. */
  make(memberId: string): string;
  /** Whose it is; null for what was not made here. */
  read(token: string): string | null;
}

export function createUnsubscribeTokens(rootKey: Buffer): UnsubscribeTokens {
  const key = deriveKey(rootKey, 'unsubscribe');

  function make(memberId: string): string {
    const signature = createHmac('sha256', key).update(memberId, 'utf8').digest('base64url');
    return `${Buffer.from(memberId, 'utf8').toString('base64url')}.${signature}`;
  }

  return {
    make,
    read(token) {
      const memberId = Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString('utf8');
      return secretsEqual(token, make(memberId)) ? memberId : null;
    },
  };
}
