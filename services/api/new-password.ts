import { dictionary } from '@zxcvbn-ts/language-common';
import { InvalidInput } from '#domain/refusal.ts';
import { hashPassword } from '#infra/crypto/passwords.ts';
import type { ApiDependencies } from './dependencies.ts';

/** Who sets a password, with what else they call themselves, which is no password. */
interface PasswordOwner {
  readonly kind: 'member' | 'staff';
  readonly email: string | null;
  readonly name?: string | null;
}

/** Some 49,000 passwords that attackers try first, in lower case. */
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common']);

const toLowerCase = (text: string) => text.normalize('NFKC').toLowerCase();
const toLettersAndDigits = (text: string) => toLowerCase(text).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Few listed passwords are as long as a staff password. So the same rule covers a listed one with digits and signs
 * around it, a short piece repeated, and digits alone.
 */
function isCommonForStaff(password: string): boolean {
  const word = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const piece = /^(.+?)\1+$/su.exec(password)?.[1];
  return (
    word === '' ||
    commonPasswords.has(word) ||
    (piece !== undefined && (piece.length <= 6 || commonPasswords.has(piece)))
  );
}

const isOneOf = (names: readonly (string | null | undefined)[], password: string) => {
  const plain = toLettersAndDigits(password);
  return names.some((name) => name && toLettersAndDigits(name) === plain && plain !== '');
};

/** The reason why a password can't be chosen, as a sentence; null for a good one. */
export function findPasswordProblem(
  password: string,
  { kind, email, name }: PasswordOwner,
  studioName: string,
): string | null {
  const text = toLowerCase(password);
  if (commonPasswords.has(text) || (kind === 'staff' && isCommonForStaff(text))) {
    return 'Many people use this password, so it is easy to guess. Please choose another, such as three words of your own.';
  }
  if (isOneOf([email, email?.split('@')[0], name, studioName], password)) {
    return 'Please choose a password that is not your email, your name or the studio’s name.';
  }
  return null;
}

/**
 * Hashes a new password: every route that stores one calls this. Its length was checked by the contract.
 * @throws InvalidInput on `path` for a common or obvious password
 */
export async function hashNewPassword(
  { config }: Pick<ApiDependencies, 'config'>,
  password: string,
  { path, ...owner }: PasswordOwner & { readonly path: string },
): Promise<string> {
  const message = findPasswordProblem(password, owner, config.studio.name);
  if (message !== null) throw new InvalidInput([{ path, message }]);
  return hashPassword(password);
}
