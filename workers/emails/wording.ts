import { cutText, hasLetter } from '#domain/typed-text.ts';

/** `1 pass`, `3 passes` */
export const formatPasses = (count: number) => `${count} ${count === 1 ? 'pass' : 'passes'}`;

/** `less than` → `Less than` */
export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const maxGreetingLength = 30;

/**
 * The name in a greeting and of a recipient: the first word of the member's name, short and of letters only. The
 * person who typed it need not own the address, so it must not carry a link or a message. `there` when nothing is
 * left.
 */
export function firstName(name: string): string {
  const [first = ''] = name.trim().split(/\s+/);
  // The joiners are a part of the spelling of Persian and Hindi names; blank letters are of no name.
  const letters = first
    .replaceAll(/(?!\u200c|\u200d)(?:[^\p{L}\p{M}'’-]|\p{Default_Ignorable_Code_Point})/gu, '')
    .replaceAll(/^['’-]+|['’-]+$/g, '');
  return hasLetter(letters) ? cutText(letters, maxGreetingLength) : 'there';
}

/** The part of a payment id that the success page shows. */
export const transactionId = (paymentIntentId: string) => paymentIntentId.slice(-8);
