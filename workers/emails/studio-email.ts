import { cleanLine, cleanText } from '#domain/text.ts';
import { renderEmail } from '#infra/mail/layout.ts';
import type { Sender } from '../core/sender.ts';

export interface StudioEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Only of an email that is not about something the member did; opens a page, and unsubscribes with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

interface Content {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly (string | { label: string; path: string })[];
  readonly facts?: readonly { label: string; value: string }[];
  /** For a member of the mailing list: why they get this, with a link that unsubscribes, which mail programs show as a button too. */
  readonly mailingList?: { text: string; unsubscribeToken: string };
}

/** Renders content in the studio's layout, with its texts cleaned; links are paths of the site. */
export function studioEmail(sender: Sender, content: Content): StudioEmail {
  const { subject, preview, heading, paragraphs, facts, mailingList } = content;
  const toLink = ({ label, path }: { label: string; path: string }) => ({
    label: cleanLine(label),
    href: sender.siteUrl + path,
  });
  const unsubscribe = mailingList && {
    label: 'Unsubscribe',
    href: `${sender.siteUrl}/unsubscribe?token=${mailingList.unsubscribeToken}`,
  };
  return {
    subject: cleanLine(subject),
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe.href } : {}),
    ...renderEmail({
      studioName: cleanLine(sender.studioName),
      studioAddress: cleanText(sender.studioAddress),
      preview: cleanLine(preview),
      heading: cleanLine(heading),
      paragraphs: paragraphs.map((paragraph) =>
        typeof paragraph === 'string' ? cleanText(paragraph) : toLink(paragraph),
      ),
      ...(facts
        ? { facts: facts.map(({ label, value }) => ({ label: cleanLine(label), value: cleanLine(value) })) }
        : {}),
      ...(mailingList && unsubscribe
        ? { smallPrint: { text: cleanText(mailingList.text), ...unsubscribe } }
        : {}),
    }),
  };
}
