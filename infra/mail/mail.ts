import { createHash } from 'node:crypto';
import { count } from '../telemetry/metrics.ts';
import { connectBrevo } from './brevo-sdk.ts';
import { brevoCode, isUnreadable, MailRefused, MailUnavailable, translateBrevoError } from './errors.ts';

export interface MailOptions {
  apiKey: string;
  /** Only for the sandbox: `http://127.0.0.1:PORT/sandbox/brevo/v3`. */
  apiBase?: string;
  from: { name: string; email: string };
  timeoutMs?: number;
}

export interface OutgoingEmail {
  to: string;
  toName?: string;
  subject: string;
  html: string;
  text: string;
  /** What sort of email it is, e.g. `booking-confirmed`; a tag at Brevo. */
  kind: string;
  /** Any string that names this one email, e.g. the job's id; Brevo remembers it for 30 minutes. */
  idempotencyKey: string;
}

/** What the product asks of Brevo. Every call may throw MailUnavailable or MailRefused, and may be repeated safely. */
export interface Mail {
  sendEmail(email: OutgoingEmail): Promise<void>;
  addToList(change: { email: string; list: number }): Promise<void>;
  removeFromList(change: { email: string; list: number }): Promise<void>;
}

/** Brevo takes only UUIDs as keys: the same text always gives the same one. */
function asUuid(key: string): string {
  const bytes = createHash('sha256').update(key).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function translated(
  call: () => Promise<unknown>,
  alreadyDone: (error: unknown) => boolean,
  isDone: (answer: unknown) => boolean = (answer) => !isUnreadable(answer),
): Promise<void> {
  try {
    if (!isDone(await call())) throw new MailUnavailable('What answered is not the mail provider.');
  } catch (error) {
    if (!alreadyDone(error)) throw translateBrevoError(error);
  }
}

/** Counts how it went for an email of that kind. */
async function counted(kind: string, sending: () => Promise<void>): Promise<void> {
  const labels = (outcome: string) => ({ kind, outcome });
  try {
    await sending();
    count('tideline_mails_total', labels('sent'));
  } catch (error) {
    count('tideline_mails_total', labels(error instanceof MailRefused ? 'refused' : 'unavailable'));
    throw error;
  }
}

/** The adapter over the Brevo SDK. Opens nothing until it is first asked. */
export function createMail({ apiKey, apiBase, from, timeoutMs = 10_000 }: MailOptions): Mail {
  const brevo = connectBrevo({ apiKey, timeoutMs, ...(apiBase === undefined ? {} : { apiBase }) });
  return {
    sendEmail: ({ to, toName, subject, html, text, kind, idempotencyKey }) =>
      counted(kind, () =>
        translated(
          () =>
            brevo.transactionalEmails.sendTransacEmail({
              sender: from,
              to: [{ email: to, ...(toName === undefined ? {} : { name: toName.slice(0, 70) }) }],
              subject,
              htmlContent: html,
              textContent: text,
              tags: [kind],
              headers: { idempotencyKey: asUuid(idempotencyKey) },
            }),
          // The key was used before: that email is on its way already.
          (error) => brevoCode(error) === 'duplicate_parameter',
          // Brevo names each email that it takes; without a name it has taken none.
          (answer) => typeof answer === 'object' && answer !== null && 'messageId' in answer,
        ),
      ),

    addToList: ({ email, list }) =>
      translated(
        () => brevo.contacts.createContact({ email, listIds: [list], updateEnabled: true }),
        () => false,
      ),

    removeFromList: ({ email, list }) =>
      translated(
        () => brevo.contacts.removeContactFromList({ listId: list, body: { emails: [email] } }),
        // Brevo's answer when the contact is not on the list, or not known at all.
        (error) => brevoCode(error) === 'invalid_parameter' || brevoCode(error) === 'document_not_found',
      ),
  };
}
