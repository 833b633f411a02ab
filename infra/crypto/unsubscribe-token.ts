import { createHmac } from 'node:crypto';
import { deriveKey } from './master-key.ts';
import { secretsEqual } from './timing-safe-equal.ts';

/** Tokens for links that unsubscribe a member without signing in. They never expire, because old emails contain them. */
export interface UnsubscribeTokens {
  /** Consists of letters, digits, `_`, `-` and one `.`. */
  make(memberId: string): string;
  /** Returns the member's id; null when this installation did not make the token. */
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
