import { describe, expect, it } from 'vitest';
import { nastyCases } from '#tools/testing/nasty-texts.ts';
import { isEmailAddress, normaliseEmailAddress } from './email/address.ts';
import {
  cutText,
  findInvisible,
  hasLetter,
  normaliseLine,
  normaliseLines,
  normalisePhone,
} from './typed-text.ts';

describe.each(nastyCases)('%s', (_name, text) => {
  it('is the same when it is normalised again', () => {
    for (const normalise of [normaliseLine, normaliseLines, normalisePhone, normaliseEmailAddress])
      expect(normalise(normalise(text))).toBe(normalise(text));
  });

  it('is refused, or has nothing that XML, Excel or a mail header cannot carry', () => {
    for (const typed of [normaliseLine(text), normaliseLines(text)]) {
      if (findInvisible(typed) !== null) continue;
      expect(typed).not.toMatch(/(?!\n)\p{Cc}|[\u2028\u2029\ufeff\ufffe\uffff]|\p{Bidi_Control}/u);
      expect(typed.isWellFormed()).toBe(true);
    }
    expect(normaliseLine(text)).not.toMatch(/[\r\n\u2028\u2029\u0085]/);
  });
});

it('composes letters, and leaves one space between words', () => {
  expect(normaliseLine(' Zoe\u0308 \u00a0 \t Lane\r\n')).toBe('Zoë Lane');
  expect(normaliseLines(' One \r\n\r\n two\t three \rfour ')).toBe('One\n\ntwo three\nfour');
});

it.each([
  'Zoë O’Brien',
  '林さん',
  'علی\u200cرضا',
  'می\u200cخواهم',
  'क्\u200dष',
  'ശ്രീ\u200dജ',
  'Ann 👩\u200d👩\u200d👧',
  'Ann 👩🏽\u200d🚒 ❤️\u200d🔥',
  'Ann 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '葛\u{e0100}城',
  'Ann ❤\ufe0f',
])('accepts %s as people type it', (text) => {
  expect(normaliseLine(text)).toBe(text);
  expect(findInvisible(text)).toBeNull();
});

it.each([
  ['Ann\u202egnp', 'There is an invisible character after “Ann”. Please delete it, or type the text again.'],
  ['\u2066Ann', 'This starts with an invisible character. Please delete it, or type the text again.'],
  [
    'Annabelle Shore-Lane\u0007',
    'There is an invisible character after “…e Shore-Lane”. Please delete it, or type the text again.',
  ],
])('refuses %j and names the place', (text, sentence) => {
  expect(findInvisible(text)).toBe(sentence);
});

it.each([
  'An\u200bn',
  'An\u200dn',
  'An\u200cn',
  'An\u00adn',
  'A\u115fn',
  'Ann\u3164x',
  'A\u{e0041}',
  'A\uffff',
  'A\u0000',
  'A\ud83c',
])('refuses %j', (text) => {
  expect(findInvisible(text)).not.toBeNull();
});

it('reads a letter of any alphabet in a name, and none in blanks, digits and pictures', () => {
  for (const name of ['Ann', '林', 'علي', 'अ', 'Ω 3']) expect(hasLetter(name)).toBe(true);
  for (const name of ['', '  ', '123', '🌊', '...', '\u3164', '\u115f']) expect(hasLetter(name)).toBe(false);
});

it('keeps a phone number as it was written, without what phones put around it', () => {
  expect(normalisePhone('\u202a+44 7700 900123\u202c')).toBe('+44 7700 900123');
  expect(normalisePhone(' (07700)  900-123 ')).toBe('(07700) 900-123');
});

it('cuts between what people see as characters', () => {
  const family = '👩\u200d👩\u200d👧';
  expect(cutText(`${family}${family}x`, 2)).toBe(family + family);
  expect(cutText('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301e\u0301');
  expect(cutText('short', 30)).toBe('short');
});

it.each([
  ['spaces', ' '.repeat(200_000)],
  ['tags', '\u{e0041}'.repeat(50_000)],
  ['joiners', '\u200d'.repeat(200_000)],
  ['accents', `e${'\u0301'.repeat(200_000)}`],
  ['dots', `a@${'.'.repeat(200_000)}`],
  ['an address of spaces', `${' '.repeat(100_000)}x${' '.repeat(100_000)}@`],
])('takes no longer for long texts of %s', (_name, text) => {
  const start = performance.now();
  for (const normalise of [normaliseLine, normaliseLines, normalisePhone, normaliseEmailAddress]) {
    findInvisible(normalise(text));
    isEmailAddress(normalise(text));
  }
  expect(performance.now() - start).toBeLessThan(2_000);
});

describe('an email address', () => {
  it.each([
    [' ann@example.com ', 'ann@example.com'],
    ['Ann@Example.COM', 'Ann@Example.COM'],
    ['ann@münchen.de', 'ann@xn--mnchen-3ya.de'],
    ['ann@MÜNCHEN.de', 'ann@xn--mnchen-3ya.de'],
    ['ann@mu\u0308nchen.de', 'ann@xn--mnchen-3ya.de'],
    ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
    ['ann@пример.рф', 'ann@xn--e1afmkfd.xn--p1ai'],
    ['o’brien@example.com', "o'brien@example.com"],
    ['ａｎｎ@example.com', 'ann@example.com'],
    ["a.b+c_d-e/f='g'@sub.example.co.uk", "a.b+c_d-e/f='g'@sub.example.co.uk"],
  ])('%j is stored as %j', (typed, stored) => {
    expect(normaliseEmailAddress(typed)).toBe(stored);
    expect(isEmailAddress(stored)).toBe(true);
  });

  it.each([
    ...[
      '',
      'ann',
      '@example.com',
      'ann@',
      'ann@example',
      'ann@@example.com',
      'ann @example.com',
      'ann@exa mple.com',
    ],
    ...[
      '.ann@example.com',
      'ann.@example.com',
      'a..b@example.com',
      'ann@-x.com',
      'ann@x-.com',
      'ann@1.2.3.4',
    ],
    ...[
      'ann@example.com\r\nBcc: x@evil.example',
      'ann@example.com\n',
      'ann@exa%6dple.com',
      'ann@example.com/x',
      'ann@example.com:80',
    ],
    ...['zoë@example.com', 'ann@example.c', `${'x'.repeat(65)}@example.com`, `ann@${'x.'.repeat(130)}com`],
    ...[
      '"a b"@example.com',
      'ann@[127.0.0.1]',
      'ann@exam_ple.com',
      'An\u202en@example.com',
      'ann@example.com, bob@example.com',
    ],
  ])('%j is refused', (typed) => {
    expect(isEmailAddress(normaliseEmailAddress(typed))).toBe(false);
  });
});
