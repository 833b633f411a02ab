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

/** What an event of Brevo says about an address; undefined of one without an action, such as `delivered`. */
export const findMailReport = (type: string): MailReport | undefined => reports.get(type);
