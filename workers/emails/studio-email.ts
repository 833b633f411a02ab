import { cleanLine, cleanText } from '#domain/text.ts';
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

/** Renders content in the studio's layout, with its texts cleaned; links are paths of the site. */
export function studioEmail(sender: Sender, content: Content): StudioEmail {
  const { subject, preview, heading, paragraphs, facts, smallPrint } = content;
  const toLink = ({ label, path }: { label: string; path: string }) => ({
    label: cleanLine(label),
    href: sender.siteUrl + path,
  });
  return {
    subject: cleanLine(subject),
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
      ...(smallPrint ? { smallPrint: { text: cleanText(smallPrint.text), ...toLink(smallPrint) } } : {}),
    }),
  };
}
