import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createPdf } from './create-pdf.ts';

const content = {
  title: 'Evidence',
  footer: 'Tideline',
  createdAt: new Date('2026-05-12T09:00:00.000Z'),
  sections: [{ heading: 'Name', text: 'Łukasz Żółć, Νίκος, Юрій' }],
};

/** Everything that the document has in its compressed streams. */
function inflateStreams(pdf: Buffer): string {
  const texts: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 1)) {
    try {
      texts.push(inflateSync(pdf.subarray(at + 'stream\n'.length)).toString('latin1'));
    } catch {
      // A stream without compression, or the end of one.
    }
  }
  return texts.join('\n');
}

describe('a PDF', () => {
  it('is the same for the same content and date, so that an upload can be repeated', async () => {
    const [one, other] = [await createPdf(content), await createPdf(content)];
    expect(one.data.equals(other.data)).toBe(true);
    expect(one.data.toString('latin1', 0, 5)).toBe('%PDF-');
    expect(one.pages).toBe(1);
  });

  it('embeds its font, with Polish, Greek and Cyrillic letters that can be searched and copied', async () => {
    const { data } = await createPdf(content);
    expect(data.toString('latin1')).toMatch(/FontFile2/);
    const streams = inflateStreams(data);
    for (const letter of 'ŁŻćΝЮ'.normalize('NFC')) {
      const code = (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
      expect(streams, letter).toContain(`<${code}>`);
    }
  });

  it('shows a letter that the font lacks by its code', async () => {
    const unknown = await createPdf({ ...content, sections: [{ heading: 'Name', text: '李' }] });
    const code = await createPdf({ ...content, sections: [{ heading: 'Name', text: '[U+674E]' }] });
    expect(unknown.data.equals(code.data)).toBe(true);
  });

  it('goes on over as many pages as it needs', async () => {
    const sections = [{ heading: 'Log', text: 'A line of text\n'.repeat(200) }];
    expect((await createPdf({ ...content, sections })).pages).toBeGreaterThan(3);
  });
});
