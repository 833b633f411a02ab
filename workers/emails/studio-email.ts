import { cleanLine, cleanText } from '#domain/text.ts';
import { renderEmail } from '#infra/mail/layout.ts';
import type { Sender } from '../core/sender.ts';

export interface StudioEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The line that mail programs show beside the subject. */
  readonly preview: string;
  /** Only of an email that is not about something the member did; opens a page, and unsubscribes with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

interface Content {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly (string | { label: string; path: string })[];
  /** Secondary links under the paragraphs, to pages of the site or elsewhere. */
  readonly links?: readonly ({ label: string; path: string } | { label: string; href: string })[];
  readonly facts?: readonly { label: string; value: string }[];
  /** What this email is one of, for example `reminders of your classes`, when members can turn it off. */
  readonly notification?: string;
  /** For a member of the mailing list: why they get this, with a link that unsubscribes, which mail programs show as a button too. */
  readonly mailingList?: { text: string; unsubscribeToken: string };
}

/** Where members choose their notifications. */
const NOTIFICATIONS_PATH = '/account#notifications';

/** Renders content in the studio's layout, with its texts cleaned; links are paths of the site. */
export function studioEmail(sender: Sender, content: Content): StudioEmail {
  const { subject, preview, heading, paragraphs, links = [], facts, mailingList, notification } = content;
  const toLink = ({ label, path }: { label: string; path: string }) => ({
    label: cleanLine(label),
    href: sender.siteUrl + path,
  });
  const preferences = notification !== undefined && {
    text: `You get ${notification} by email because they are turned on in your account.`,
    label: 'Choose what we send you',
    href: `${sender.siteUrl}${NOTIFICATIONS_PATH}`,
  };
  const unsubscribe = mailingList && {
    label: 'Unsubscribe',
    href: `${sender.siteUrl}/unsubscribe?token=${mailingList.unsubscribeToken}`,
  };
  return {
    subject: cleanLine(subject),
    preview: cleanLine(preview),
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.href } : {}),
    ...renderEmail({
      studioName: cleanLine(sender.studioName),
      studioAddress: cleanText(sender.studioAddress),
      preview: cleanLine(preview),
      heading: cleanLine(heading),
      paragraphs: paragraphs.map((paragraph) =>
        typeof paragraph === 'string' ? cleanText(paragraph) : toLink(paragraph),
      ),
      links: links.map((link) => ('path' in link ? toLink(link) : { ...link, label: cleanLine(link.label) })),
      ...(facts
        ? { facts: facts.map(({ label, value }) => ({ label: cleanLine(label), value: cleanLine(value) })) }
        : {}),
      ...(mailingList && unsubscribe
        ? { smallPrint: { text: cleanText(mailingList.text), ...unsubscribe } }
        : {}),
      ...(preferences ? { smallPrint: preferences } : {}),
    }),
  };
}
