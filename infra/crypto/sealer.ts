import { decrypt, encrypt } from './aes-gcm.ts';
import type { MemberKey, MemberKeys } from './member-keys.ts';

/** The decrypted data, or that the person's key has been destroyed. */
export type Opened = object | { readonly forgotten: true };

export interface Sealed {
  readonly ownerId: string;
  readonly text: string;
}

/** Encrypts a person's data to text with that person's key (a member or staff), and decrypts it. */
export interface Sealer {
  /** Returns `v1.` and base64url. Throws when the person has no key or it was destroyed. */
  seal(ownerId: string, personal: object): Promise<string>;
  /** Throws when the text was not sealed for this person, or the person never had a key. */
  open(ownerId: string, text: string): Promise<Opened>;
  /** Opens many in the same order, with one query for the keys that are not cached. */
  openAll(sealed: readonly Sealed[]): Promise<Opened[]>;
}

const PREFIX = 'v1.';

export function createSealer(keys: Pick<MemberKeys, 'find'>): Sealer {
  async function openAll(sealed: readonly Sealed[]): Promise<Opened[]> {
    const found = await keys.find(sealed.map(({ ownerId }) => ownerId));
    return sealed.map(({ ownerId, text }) => openWith(found.get(ownerId), ownerId, text));
  }

  return {
    openAll,
    async seal(ownerId, personal) {
      const found = (await keys.find([ownerId])).get(ownerId);
      if (found === undefined) throw new Error('This person has no key yet');
      if ('destroyed' in found) throw new Error('The key of this person has been destroyed');
      const plain = Buffer.from(JSON.stringify(personal), 'utf8');
      return PREFIX + encrypt(found.key, plain, ownerId).toString('base64url');
    },
    async open(ownerId, text) {
      const found = await keys.find([ownerId]);
      return openWith(found.get(ownerId), ownerId, text);
    },
  };
}

function openWith(found: MemberKey | undefined, ownerId: string, text: string): Opened {
  // Differs from a destroyed key, because a lost row must not count as an erased member.
  if (found === undefined) throw new Error('Sealed data of a person who has no key');
  if ('destroyed' in found) return { forgotten: true };
  if (!text.startsWith(PREFIX)) throw new Error('Sealed data of an unknown form');
  const plain = decrypt(found.key, Buffer.from(text.slice(PREFIX.length), 'base64url'), ownerId);
  const value: unknown = JSON.parse(plain.toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('Sealed data is not an object');
  return value;
}
