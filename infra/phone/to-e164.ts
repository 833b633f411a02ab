import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A written phone number in E.164 (`07700 900123` → `+447700900123`); a number without a country is British. Null for a text of
 * which no number can be made. Made-up numbers have one too: it is only for finding, and nothing is refused by it.
 */
export function toE164(phone: string): string | null {
  const number = parsePhoneNumberFromString(phone, 'GB');
  return number?.isPossible() ? number.number : null;
}
