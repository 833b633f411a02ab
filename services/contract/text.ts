import { z } from 'zod';
import { isEmailAddress, normaliseEmailAddress } from '#domain/email/address.ts';
import {
  findInvisible,
  hasLetter,
  hasLetterOrDigit,
  normaliseLine,
  normaliseLines,
  normalisePhone,
} from '#domain/typed-text.ts';

const refuseInvisible = ({ value, issues }: z.core.ParsePayload<string>): void => {
  const message = findInvisible(value);
  if (message !== null) issues.push({ code: 'custom', input: value, message });
};

/** A text of one line, such as a reason. */
export const lineText = z.string().overwrite(normaliseLine).check(refuseInvisible);

/** A text of several lines. */
export const linesText = z.string().overwrite(normaliseLines).check(refuseInvisible);

const tooLongName = 'Please use a shorter name';

/** A person's name; `least` and its message are the specification's. */
export const personName = (least: number, message: string) =>
  lineText
    .min(least, message)
    .max(120, tooLongName)
    .refine((name) => name.length < least || hasLetter(name), 'A name needs at least one letter');

/** The name of a pass or template; `message` is the specification's for none. */
export const thingName = (message: string) =>
  lineText
    .min(1, message)
    .max(120, tooLongName)
    .refine((name) => name === '' || hasLetterOrDigit(name), 'A name needs a letter or a number');

const wrongEmail = 'Please enter a valid email address';

/** An email address, also with a domain of another alphabet, in the one form in which it is stored and compared. */
export const emailText = z.string().overwrite(normaliseEmailAddress).refine(isEmailAddress, wrongEmail);

const wrongPhone = 'Please enter a valid phone number';

/** A phone number as it was written: any text of its length, since the specification asks no more. */
export const phoneText = z
  .string()
  .overwrite(normalisePhone)
  .min(10, wrongPhone)
  .max(30, wrongPhone)
  .check(refuseInvisible);
