import { randomInt } from 'node:crypto';
import { hashPassword, verifyPassword } from './passwords.ts';

/** How many recovery codes an account has: their numbers are one digit, which begins the code. */
export const RECOVERY_CODES = 10;

/** Letters and digits that are not mistaken for one another (Crockford's base32): five bits each. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 75 bits. The number before them is public. */
const randomCharacters = 15;
const groups = /.{4}/g;

const makeCode = (number: number): string => {
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]);
  return `${number}${random.join('')}`;
};

/** A typed code without spaces and dashes, with the letters that are read as digits replaced. */
const normalise = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Makes new codes for a person to write down, and a slow hash of each, in the order of their numbers. */
export async function createRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const codes = Array.from({ length: RECOVERY_CODES }, (_, number) => makeCode(number));
  const hashes = await Promise.all(codes.map(hashPassword));
  return { codes: codes.map((code) => code.match(groups)?.join('-') ?? code), hashes };
}

/** The number of the typed code if it is the one of these hashes with that number; otherwise null. */
export async function findRecoveryCode(hashes: readonly string[], typed: string): Promise<number | null> {
  const code = normalise(typed);
  if (!new RegExp(`^\\d[${alphabet}]{${randomCharacters}}$`).test(code)) return null;
  const number = Number(code[0]);
  return (await verifyPassword(hashes[number], code)) ? number : null;
}
