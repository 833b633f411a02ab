import { randomBytes } from 'node:crypto';
import { secretsEqual } from './timing-safe-equal.ts';

/** The challenges of passkeys, as base64url. They are signed, not stored, so that asking for one writes nothing. */
export interface Challenges {
  make(purpose: string): string;
  /** When a challenge for this purpose expires; null for any other text, and for one that has expired. */
  readExpiry(challenge: string, purpose: string): Date | null;
}

const lifetimeMs = 30 * 60_000;

/** `sign`: a keyed hash of text. By the machine's clock, like sessions. */
export function createChallenges(sign: (text: string) => string): Challenges {
  const seal = (content: string, purpose: string) =>
    Buffer.from(`${content}.${sign(`${purpose}/${content}`)}`, 'utf8').toString('base64url');
  return {
    make: (purpose) => seal(`${Date.now() + lifetimeMs}.${randomBytes(16).toString('base64url')}`, purpose),
    readExpiry(challenge, purpose) {
      const text = Buffer.from(challenge, 'base64url').toString('utf8');
      const content = text.slice(0, Math.max(0, text.lastIndexOf('.')));
      if (content === '' || !secretsEqual(challenge, seal(content, purpose))) return null;
      const expiresAt = Number(content.split('.')[0]);
      return expiresAt > Date.now() ? new Date(expiresAt) : null;
    },
  };
}
