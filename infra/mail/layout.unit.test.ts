import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EmailContent, renderEmail } from './layout.ts';

const content: EmailContent = {
  studioName: 'Tideline',
  studioAddress: '1 Pier Road\nWorthing',
  preview: 'You have 4 passes left',
  heading: 'You’re booked',
  paragraphs: [
    'Bring grip socks.',
    { label: 'See my classes', href: 'https://tideline.example/my-classes?a=1&b=2' },
  ],
  facts: [{ label: 'When', value: 'Tue 12 May, 09:30' }],
};

describe('an email', () => {
  it('has the same content as HTML and as text', () => {
    const { html, text } = renderEmail(content);
    expect(text).toBe(
      'You’re booked\n\nWhen: Tue 12 May, 09:30\n\nBring grip socks.\n\nSee my classes: https://tideline.example/my-classes?a=1&b=2\n\n--\nTideline\n1 Pier Road\nWorthing\n',
    );
    expect(html).toContain('href="https://tideline.example/my-classes?a=1&amp;b=2"');
    for (const part of [
      'You’re booked',
      'Tue 12 May, 09:30',
      'Bring grip socks.',
      '1 Pier Road<br>Worthing',
      'You have 4 passes left',
    ]) {
      expect(html).toContain(part);
    }
  });

  it('ends with its small print', () => {
    const smallPrint = {
      text: 'You get our newsletter.',
      label: 'Unsubscribe',
      href: 'https://t.example/u?a=1&b=2',
    };
    const { html, text } = renderEmail({ ...content, smallPrint });
    expect(text).toMatch(
      /Worthing\n\nYou get our newsletter\.\nUnsubscribe: https:\/\/t\.example\/u\?a=1&b=2\n$/,
    );
    expect(html).toContain('You get our newsletter. <a href="https://t.example/u?a=1&amp;b=2"');
  });

  it('escapes all content', () => {
    const tags = (html: string) => html.match(/<[a-z!/][^>]*>/gi);
    const href = 'https://t.example/u';
    const plain = renderEmail({
      ...content,
      paragraphs: ['x'],
      facts: [{ label: 'x', value: 'x' }],
      smallPrint: { text: 'x', label: 'x', href },
    });
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('\n')),
        (text) => {
          const hostile = `${text}"'><script>x</script>`;
          const { html } = renderEmail({
            studioName: hostile,
            studioAddress: `${hostile}\n${hostile}`,
            preview: hostile,
            heading: hostile,
            paragraphs: [hostile],
            facts: [{ label: hostile, value: hostile }],
            smallPrint: { text: hostile, label: hostile, href },
          });
          expect(tags(html)).toEqual(tags(plain.html));
        },
      ),
    );
  });

  it.each(['javascript:alert(1)', 'data:text/html,x'])('refuses a link to %s', (href) => {
    expect(() => renderEmail({ ...content, paragraphs: [{ label: 'x', href }] })).toThrow("can't link");
    const smallPrint = { text: 'x', label: 'x', href };
    expect(() => renderEmail({ ...content, smallPrint })).toThrow("can't link");
  });
});
