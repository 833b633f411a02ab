import { describe, expect, it } from 'vitest';
import { cleanLine } from '#domain/text.ts';
import { escapeHtml } from '#infra/mail/escape-html.ts';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { studioEmail } from './studio-email.ts';

const sender = { studioName: 'Tideline', studioAddress: '1 Pier Road', siteUrl: 'https://t.example' };
const compose = (text: string) =>
  studioEmail(
    { ...sender, studioName: text, studioAddress: text },
    {
      subject: text,
      preview: text,
      heading: text,
      paragraphs: [text, { label: text, path: '/my-classes' }],
      facts: [{ label: text, value: text }],
      mailingList: { text, unsubscribeToken: 'bQ.abc-_9' },
    },
  );
const readTags = (html: string) => html.match(/<(?!br>)[a-z!/][^>]*>/gi);

describe.each(nastyCases)('%s', (_name, text) => {
  const { subject, html, text: plain } = compose(text);

  it('adds no element, attribute or template to the HTML', () => {
    expect(readTags(html)).toEqual(readTags(compose('x').html));
    expect(html).not.toMatch(/[{}]|(?!\n)\p{Cc}|\p{Bidi_Control}/u);
    expect(html).toContain(escapeHtml(cleanLine(text)));
  });

  it('is one line where the layout has one, and reorders nothing', () => {
    expect(subject).toBe(cleanLine(text));
    expect(plain.split('\n', 1)).toEqual([cleanLine(text)]);
    expect(plain).toContain(`\n${cleanLine(text)}: ${cleanLine(text)}\n`);
    expect(plain).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
  });
});
