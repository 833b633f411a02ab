import type { MailOutcome } from '../postgres/tables/mail-outcomes.ts';

/** What the mail provider reports about an address. */
type MailReport = 'unsubscribed' | 'spam' | 'hard_bounce' | 'invalid_email' | 'blocked';

/** Brevo names some events otherwise for transactional emails and for campaigns. */
const reports: ReadonlyMap<string, MailReport> = new Map([
  ['unsubscribed', 'unsubscribed'],
  ['unsubscribe', 'unsubscribed'],
  ['spam', 'spam'],
  ['complaint', 'spam'],
  ['hard_bounce', 'hard_bounce'],
  ['invalid_email', 'invalid_email'],
  ['invalid', 'invalid_email'],
  ['blocked', 'blocked'],
]);

/** What may become of an email, by the type of the event. */
const outcomes: ReadonlyMap<string, MailOutcome> = new Map([
  ['deferred', 'deferred'],
  ['soft_bounce', 'soft_bounce'],
  ['delivered', 'delivered'],
  ['error', 'error'],
  ['invalid_email', 'invalid_email'],
  ['blocked', 'blocked'],
  ['hard_bounce', 'hard_bounce'],
  ['spam', 'spam'],
]);

/** What an event of Brevo reports about one email; undefined of one that reports nothing, such as `opened`. */
export const findMailOutcome = (type: string): MailOutcome | undefined => outcomes.get(type);

/** What an event of Brevo reports about an address; undefined of one without an action, such as `delivered`. */
export const findMailReport = (type: string): MailReport | undefined => reports.get(type);
