import { expect, it } from 'vitest';
import { normaliseEmailAddress } from '#domain/email/address.ts';
import { formatEmail } from './format-email.ts';

it.each(['Ann@münchen.de', 'ann@例え.テスト', 'ann@example.com', ''])(
  'writes %j as it was typed',
  (typed) => {
    expect(formatEmail(normaliseEmailAddress(typed))).toBe(typed);
  },
);

it('leaves a domain that is none as it is', () => {
  expect(formatEmail('ann@xn--0.example')).toBe('ann@xn--0.example');
});
