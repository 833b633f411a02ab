import { describe, expect, it } from 'vitest';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { escapeDisplayName, escapeHeader, escapeTemplate } from './escape-brevo.ts';
import { escapeHtml } from './escape-html.ts';

/** What Brevo's template language acts upon. */
const template = /\{\{|\{%|\{#|\}\}|%\}|#\}/;

describe.each(nastyCases)('%s', (_name, text) => {
  it('is no template in text, headers and HTML', () => {
    for (const escapeText of [escapeTemplate, escapeHeader, escapeDisplayName, escapeHtml]) {
      expect(escapeText(text)).not.toMatch(template);
    }
  });

  it('is one line in a header', () => {
    expect(escapeHeader(text)).not.toMatch(/[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u);
  });

  it('is a name that ends no address', () => {
    const name = escapeDisplayName(text);
    expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}<>()[\]\\,;:@"]|=\?/u);
    expect(name.length).toBeLessThanOrEqual(70);
    expect(name.isWellFormed()).toBe(true);
  });
});

it('cuts a long name between characters', () => {
  expect(escapeDisplayName(`${'x'.repeat(68)}🌊🌊`)).toBe(`${'x'.repeat(68)}🌊`);
  expect(escapeDisplayName(`${'x'.repeat(65)}👩\u200d👩\u200d👧`)).toBe('x'.repeat(65));
  expect(escapeDisplayName(`${'x'.repeat(69)}e\u0301`)).toBe('x'.repeat(69));
});
