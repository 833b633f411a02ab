import { createHmac } from 'node:crypto';
import { deriveKey } from './master-key.ts';
import { secretsEqual } from './timing-safe-equal.ts';

/**
 * Tokens for links that show that a member reads mail to an address. They give no rights, so they never expire; each holds for one
 * address.
 */
export interface EmailProofTokens {
  /** Consists of letters, digits, `_`, `-` and one `.`. */
  make(memberId: string, emailHash: string): string;
  /** The member whom a token names, which `isFor` has yet to verify. */
  readMemberId(token: string): string;
  isFor(token: string, address: { readonly memberId: string; readonly emailHash: string }): boolean;
}

export function createEmailProofTokens(rootKey: Buffer): EmailProofTokens {
  const key = deriveKey(rootKey, 'email-proof');

  function make(memberId: string, emailHash: string): string {
    const signature = createHmac('sha256', key)
      .update(`${memberId}/${emailHash}`, 'utf8')
      .digest('base64url');
    return `${Buffer.from(memberId, 'utf8').toString('base64url')}.${signature}`;
  }

  return {
    make,
    readMemberId: (token) => Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString('utf8'),
    isFor: (token, { memberId, emailHash }) => secretsEqual(token, make(memberId, emailHash)),
  };
}
