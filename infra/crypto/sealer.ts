import { decrypt, encrypt } from './aes-gcm.ts';
import type { MemberKey, MemberKeys } from './member-keys.ts';

/** What opening answers once the member's key has been destroyed. */
export type Opened = object | { readonly forgotten: true };

export interface Sealed {
  readonly memberId: string;
  readonly text: string;
}

/** Seals a member's personal data into text and opens it again. */
export interface Sealer {
  /** `v1.` and base64url. Throws when the member has no key (any more). */
  seal(memberId: string, personal: object): Promise<string>;
  /** Throws when the text is not what was sealed for this member, or the member never had a key. */
  open(memberId: string, text: string): Promise<Opened>;
  /** Opens many, with one query for the keys that are not at hand; answers in the same order. */
  openAll(sealed: readonly Sealed[]): Promise<Opened[]>;
}

const PREFIX = 'v1.';

export function createSealer(keys: Pick<MemberKeys, 'find'>): Sealer {
  async function openAll(sealed: readonly Sealed[]): Promise<Opened[]> {
    const found = await keys.find(sealed.map(({ memberId }) => memberId));
    return sealed.map(({ memberId, text }) => openWith(found.get(memberId), memberId, text));
  }

  return {
    openAll,
    async seal(memberId, personal) {
      const found = (await keys.find([memberId])).get(memberId);
      if (found === undefined) throw new Error('This member has no key yet');
      if ('destroyed' in found) throw new Error('The key of this member has been destroyed');
      const plain = Buffer.from(JSON.stringify(personal), 'utf8');
      return PREFIX + encrypt(found.key, plain, memberId).toString('base64url');
    },
    async open(memberId, text) {
      const found = await keys.find([memberId]);
      return openWith(found.get(memberId), memberId, text);
    },
  };
}

function openWith(found: MemberKey | undefined, memberId: string, text: string): Opened {
  // Told apart from a destroyed key on purpose: a lost row of keys must not pass for an erased member.
  if (found === undefined) throw new Error('Sealed data of a member who has no key');
  if ('destroyed' in found) return { forgotten: true };
  if (!text.startsWith(PREFIX)) throw new Error('Sealed data of an unknown form');
  const plain = decrypt(found.key, Buffer.from(text.slice(PREFIX.length), 'base64url'), memberId);
  const value: unknown = JSON.parse(plain.toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('Sealed data is not an object');
  return value;
}
