import { describe, expect, it } from 'vitest';
import { toDialledNumber, toPhoneKey, toPhoneQuery, toSearchKey } from './search-key.ts';

describe('a search key', () => {
  it.each([
    ['O’Brien', "o'brien", 'OBRIEN', 'O Brien', 'oʼbrien', 'O`Brien'],
    ['Zoë-Marie', 'zoe marie', 'ZOE‐MARIE', 'Zoë\u2011Marie', 'Zoe\u0308–Marie', 'zoemarie'],
    ['Łukasz Ørsted', 'lukasz orsted'],
    ['Straße', 'STRASSE'],
    ['İpek Işık', 'ipek isik'],
    ['Ἀθήνα ΟΔΥΣΣΕΎΣ', 'αθηνα οδυσσευς'],
    ['ｆｕｌｌ ﬁne', 'full fine'],
    ['علی', 'عَلي'],
    ['می\u200cخواهم', 'میخواهم'],
    ['Nguyễn', 'nguyen'],
  ])('is one for %s and its other spellings', (text, ...others) => {
    for (const other of others) expect(toSearchKey(other)).toBe(toSearchKey(text));
  });

  it('distinguishes names of Indic scripts by their vowels', () => {
    expect(toSearchKey('कि')).not.toBe(toSearchKey('कु'));
  });

  it('keeps what distinguishes email addresses', () => {
    expect(toSearchKey('Ann.Shore+x@Example.com')).toBe('ann.shore+x@example.com');
  });
});

const spellings = [
  '07700900123',
  '07700 900123',
  '+44 7700 900123',
  '+447700900123',
  '0044 7700 900123',
  '+44 (0)7700 900123',
  '(07700) 900-123',
  '07700.900.123',
  '07700–900–123',
  '٠٧٧٠٠ ٩٠٠١٢٣',
  '\u202a+44 7700 900123\u202c',
];

describe('a phone number', () => {
  it.each(spellings)('written as %s is found in any spelling, and by a part of it', (written) => {
    const key = toPhoneKey(written);
    expect(key).toBe('447700900123');
    for (const query of [...spellings.slice(0, 10), '900123', '0770', '7700 9', '+44 77', '4477'])
      expect(key).toContain(toPhoneQuery(query));
  });

  it('of another country is found with and without its country', () => {
    const key = toPhoneKey('+33 (0)6 12 34 56 78');
    for (const query of ['06 12 34 56 78', '+33612345678', '0033 6 12', '612345678'])
      expect(key).toContain(toPhoneQuery(query));
  });

  it.each([
    ['07700 900123', '07700900123'],
    ['(07700) 900-123', '07700900123'],
    ['+44 (0)7700 900123', '+447700900123'],
    ['0044 7700 900123', '+447700900123'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['٠٧٧٠٠٩٠٠١٢٣', '07700900123'],
  ])('written as %s dials %s', (written, dialled) => {
    expect(toDialledNumber(written)).toBe(dialled);
  });

  it('is not looked for in words, and not by one digit', () => {
    expect(toPhoneQuery('Ann 07700')).toBeNull();
    expect(toPhoneQuery('0')).toBeNull();
    expect(toPhoneQuery('+4')).toBeNull();
    expect(toPhoneKey('Studio 54')).toBeNull();
  });
});
