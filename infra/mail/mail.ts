import { createHash } from 'node:crypto';
import { count } from '../telemetry/metrics.ts';
import { connectBrevo } from './brevo-sdk.ts';
import {
  getBrevoCode,
  isForeignResponse,
  MailRefused,
  MailUnavailable,
  translateBrevoError,
} from './errors.ts';
import { escapeDisplayName, escapeHeader, escapeTemplate } from './escape-brevo.ts';

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
  /** Escaped by `escapeHtml`, unlike the other texts, which are escaped here. */
  html: string;
  text: string;
  /** For an email that is not about something the recipient did: the address that unsubscribes with one click (RFC 8058). */
  unsubscribeUrl?: string;
  /** The kind of email, e.g. `booking-confirmed`; a tag at Brevo. */
  kind: string;
  /** Identifies this one email, e.g. the job's id; Brevo remembers it for 30 minutes. */
  idempotencyKey: string;
}

/** The product's calls to Brevo, which are idempotent. @throws MailUnavailable, MailRefused */
export interface Mail {
  /** Resolves to the id of the email at Brevo; null where an earlier call sent it, whose answer was lost. */
  sendEmail(email: OutgoingEmail): Promise<string | null>;
  /** `resubscribes`: after a new consent, also where the contact unsubscribed at Brevo before, which otherwise sends it nothing. */
  addToList(change: { email: string; list: number; resubscribes?: boolean }): Promise<void>;
  removeFromList(change: { email: string; list: number }): Promise<void>;
  /** Lets emails to an address through again that came back, or that its owner reported as spam. */
  unblock(contact: { email: string }): Promise<void>;
}

/** Brevo accepts only UUIDs as keys; the same text always gives the same UUID. */
function toUuid(key: string): string {
  const bytes = createHash('sha256').update(key).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the answer; undefined where it was done already. */
async function translateErrors<Answer>(
  call: () => Promise<Answer>,
  isAlreadyDone: (error: unknown) => boolean,
  isDone: (answer: unknown) => boolean = (answer) => !isForeignResponse(answer),
): Promise<Answer | undefined> {
  try {
    const answer = await call();
    if (isDone(answer)) return answer;
    throw new MailUnavailable('The response is not from the mail provider.');
  } catch (error) {
    if (isAlreadyDone(error)) return undefined;
    throw translateBrevoError(error);
  }
}

/** The headers by which mail programs show a button to unsubscribe. */
function formatUnsubscribe(url: string | undefined): Record<string, string> {
  return url === undefined
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Brevo refuses an empty name. */
function formatName(name = ''): { name?: string } {
  const escaped = escapeDisplayName(name);
  return escaped === '' ? {} : { name: escaped };
}

/** Counts the outcome of sending an email of a kind. */
async function countOutcome<Answer>(kind: string, send: () => Promise<Answer>): Promise<Answer> {
  const labels = (outcome: string) => ({ kind, outcome });
  try {
    const answer = await send();
    count('tideline_mails_total', labels('sent'));
    return answer;
  } catch (error) {
    count('tideline_mails_total', labels(error instanceof MailRefused ? 'refused' : 'unavailable'));
    throw error;
  }
}

/** Creates the adapter of the Brevo SDK, which connects at the first call. */
export function createMail({ apiKey, apiBase, from, timeoutMs = 10_000 }: MailOptions): Mail {
  const brevo = connectBrevo({ apiKey, timeoutMs, ...(apiBase === undefined ? {} : { apiBase }) });
  return {
    sendEmail: async ({ to, toName, subject, html, text, kind, unsubscribeUrl, idempotencyKey }) => {
      const send = async (recipient: { email: string; name?: string }, key: string) => {
        const answer = await translateErrors(
          () =>
            brevo.transactionalEmails.sendTransacEmail({
              sender: { ...from, name: escapeDisplayName(from.name) },
              to: [recipient],
              subject: escapeHeader(subject),
              htmlContent: html,
              textContent: escapeTemplate(text),
              tags: [kind],
              headers: { idempotencyKey: toUuid(key), ...formatUnsubscribe(unsubscribeUrl) },
            }),
          // The key was used before, so that email has been accepted already.
          (error) => getBrevoCode(error) === 'duplicate_parameter',
          // Brevo returns an id for each accepted email.
          (answer) => typeof answer === 'object' && answer !== null && 'messageId' in answer,
        );
        return answer?.messageId ?? null;
      };
      const named = { email: to, ...formatName(toName) };
      return countOutcome(kind, async () => {
        try {
          return await send(named, idempotencyKey);
        } catch (error) {
          if (!(error instanceof MailRefused) || !('name' in named)) throw error;
          // The name may be what was refused; no member goes without an email for what they are called.
          return await send({ email: to }, `${idempotencyKey}/without-name`);
        }
      });
    },

    addToList: async ({ email, list, resubscribes = false }) => {
      await translateErrors(
        () =>
          brevo.contacts.createContact({
            email,
            listIds: [list],
            updateEnabled: true,
            ...(resubscribes ? { emailBlacklisted: false } : {}),
          }),
        () => false,
      );
    },

    removeFromList: async ({ email, list }) => {
      await translateErrors(
        () => brevo.contacts.removeContactFromList({ listId: list, body: { emails: [email] } }),
        // The contact is not on the list, or unknown.
        (error) =>
          getBrevoCode(error) === 'invalid_parameter' || getBrevoCode(error) === 'document_not_found',
      );
    },

    unblock: async ({ email }) => {
      await translateErrors(
        () => brevo.transactionalEmails.unblockOrResubscribeATransactionalContact({ email }),
        // The address is not blocked.
        (error) => getBrevoCode(error) === 'document_not_found',
      );
    },
  };
}
