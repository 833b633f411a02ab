import { escapeHtml } from './escape-html.ts';

export interface EmailContent {
  studioName: string;
  studioAddress: string;
  /** The preview line beside the subject. */
  preview: string;
  heading: string;
  /** Each a text, or a button with a link (http, https or mailto). */
  paragraphs: Array<string | { label: string; href: string }>;
  /** Links in one line under the paragraphs. */
  links?: Array<{ label: string; href: string }>;
  /** A short table under the heading. */
  facts?: Array<{ label: string; value: string }>;
  /** A line in small print at the end, with a link, such as to unsubscribe. */
  smallPrint?: { text: string; label: string; href: string };
}

const SERIF = "'Fraunces Variable', Fraunces, Georgia, 'Times New Roman', serif";
const SANS = "'Figtree Variable', Figtree, 'Segoe UI', Helvetica, Arial, sans-serif";
const PAPER = '#FBF8F3';
const SAND = '#E8E1D6';
const INK = '#12313A';
const MUTED = '#4A636B';
const SEA = '#1F6F78';

function safeHref(href: string): string {
  const { protocol } = new URL(href);
  if (!['http:', 'https:', 'mailto:'].includes(protocol))
    throw new Error(`An email can't link to ${protocol}`);
  return href;
}

/** Line breaks of the text are retained. */
function multiline(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}

function paragraphHtml(paragraph: EmailContent['paragraphs'][number]): string {
  if (typeof paragraph === 'string') {
    return `<p style="margin:0 0 16px;font:400 16px/1.6 ${SANS};color:${INK}">${multiline(paragraph)}</p>`;
  }
  const style = `display:inline-block;padding:14px 28px;border-radius:999px;background:${SEA};font:600 16px/1.25 ${SANS};color:#FFFFFF;text-decoration:none`;
  return `<p style="margin:8px 0 24px"><a href="${escapeHtml(safeHref(paragraph.href))}" style="${style}">${escapeHtml(paragraph.label)}</a></p>`;
}

function linksHtml(links: EmailContent['links'] = []): string {
  if (links.length === 0) return '';
  const all = links.map(
    ({ label, href }) =>
      `<a href="${escapeHtml(safeHref(href))}" style="display:inline-block;padding:8px 0;margin-right:20px;color:${SEA}">${escapeHtml(label)}</a>`,
  );
  return `<p style="margin:0 0 16px;font:500 16px/1.5 ${SANS}">${all.join(' ')}</p>`;
}

function factsHtml(facts: EmailContent['facts']): string {
  if (facts === undefined || facts.length === 0) return '';
  const line = `padding:10px 0;border-bottom:1px solid ${SAND};vertical-align:top`;
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th align="left" scope="row" style="${line};padding-right:16px;font:400 14px/1.5 ${SANS};color:${MUTED};white-space:nowrap">${escapeHtml(label)}</th>` +
      `<td align="right" style="${line};font:500 16px/1.5 ${SANS};color:${INK}">${multiline(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-collapse:collapse;border-top:1px solid ${SAND}">${rows.join('')}</table>`;
}

function smallPrintHtml(smallPrint: EmailContent['smallPrint']): string {
  if (smallPrint === undefined) return '';
  const { text, label, href } = smallPrint;
  return `<br><br>${multiline(text)} <a href="${escapeHtml(safeHref(href))}" style="color:${MUTED}">${escapeHtml(label)}</a>`;
}

function asHtml(content: EmailContent): string {
  const { studioName, studioAddress, preview, heading, paragraphs, links, facts, smallPrint } = content;
  const name = escapeHtml(studioName);
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(heading)}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 20px;font:500 22px/1.2 ${SERIF};color:${SEA}">${name}</td></tr>
<tr><td style="padding:36px 32px 20px;background:#FFFFFF;border:1px solid ${SAND};border-radius:14px">
<h1 style="margin:0 0 20px;font:400 28px/1.2 ${SERIF};color:${INK}">${escapeHtml(heading)}</h1>
${factsHtml(facts)}
${paragraphs.map(paragraphHtml).join('\n')}
${linksHtml(links)}
</td></tr>
<tr><td style="padding:20px 8px 0;font:400 14px/1.6 ${SANS};color:${MUTED}">${name}<br>${multiline(studioAddress)}${smallPrintHtml(smallPrint)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function asText(content: EmailContent): string {
  const { studioName, studioAddress, heading, paragraphs, links = [], facts, smallPrint } = content;
  const table = (facts ?? []).map(({ label, value }) => `${label}: ${value}`).join('\n');
  const body = [...paragraphs, ...links].map((paragraph) =>
    typeof paragraph === 'string' ? paragraph : `${paragraph.label}: ${safeHref(paragraph.href)}`,
  );
  const end = smallPrint ? `${smallPrint.text}\n${smallPrint.label}: ${safeHref(smallPrint.href)}` : '';
  const parts = [heading, table, ...body, `--\n${studioName}\n${studioAddress}`, end];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/**
 * Renders an email in the studio's layout, as HTML and as plain text. All content is escaped.
 * @throws when a link is not http, https or mailto
 */
export function renderEmail(content: EmailContent): { html: string; text: string } {
  return { html: asHtml(content), text: asText(content) };
}
