import { renderEmail } from '#infra/mail/layout.ts';
import type { Sender } from '../core/sender.ts';

export interface StudioEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface Content {
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly (string | { label: string; path: string })[];
  readonly facts?: readonly { label: string; value: string }[];
  readonly smallPrint?: { text: string; label: string; path: string };
}

/** Renders content in the studio's layout; links are paths of the site. */
export function studioEmail(sender: Sender, content: Content): StudioEmail {
  const { subject, preview, heading, paragraphs, facts, smallPrint } = content;
  const toUrl = (path: string) => sender.siteUrl + path;
  return {
    subject,
    ...renderEmail({
      studioName: sender.studioName,
      studioAddress: sender.studioAddress,
      preview,
      heading,
      paragraphs: paragraphs.map((paragraph) =>
        typeof paragraph === 'string' ? paragraph : { label: paragraph.label, href: toUrl(paragraph.path) },
      ),
      ...(facts ? { facts: [...facts] } : {}),
      ...(smallPrint
        ? { smallPrint: { text: smallPrint.text, label: smallPrint.label, href: toUrl(smallPrint.path) } }
        : {}),
    }),
  };
}
