import { describe, expect, it } from 'vitest';
import { nastyCases, nastyTexts } from '#tools/testing/nasty-texts.ts';
import { toSpreadsheetText } from './spreadsheet-text.ts';
import { cleanLine, cleanText } from './text.ts';

describe.each(nastyCases)('%s', (_name, text) => {
  it('is cleaned to text without control characters and changes of direction', () => {
    for (const cleaned of [cleanText(text), cleanLine(text)]) {
      expect(cleaned).not.toMatch(
        /(?!\n)\p{Cc}|[\u2028\u2029\ufeff\p{Noncharacter_Code_Point}\p{Bidi_Control}]/u,
      );
      expect(cleaned.isWellFormed()).toBe(true);
    }
    expect(cleanLine(text)).not.toContain('\n');
  });

  it('is the same when it is cleaned again', () => {
    expect(cleanText(cleanText(text))).toBe(cleanText(text));
    expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
    expect(toSpreadsheetText(toSpreadsheetText(text))).toBe(toSpreadsheetText(text));
  });

  it('starts no formula in a spreadsheet, wherever it separates cells', () => {
    for (const cell of toSpreadsheetText(text).split(/[;|\n]/)) {
      expect(cell.replaceAll(/^[\s"]+/g, '')).not.toMatch(/^[=+\-@＝＋－＠]/u);
    }
  });
});

it('keeps names of any alphabet, and the lines of a text', () => {
  expect(cleanLine(nastyTexts['a name of any alphabet'])).toBe(nastyTexts['a name of any alphabet']);
  expect(cleanText(' One\r\nTwo\rThree\tfour ')).toBe('One\nTwo\nThree four');
  expect(cleanLine(' Ann\n\u00a0 Example ')).toBe('Ann Example');
});

it('writes nothing before text that is no formula', () => {
  expect(toSpreadsheetText('Ann-Marie = a + b; c')).toBe('Ann-Marie = a + b; c');
});
