import { expect, it } from 'vitest';
import type { Sender } from '../emails/studio-email.ts';
import { accountDeletedEmail } from './finish-erasure/email.ts';
import { passwordResetEmail } from './send-password-reset/email.ts';

const sender: Sender = {
  studioName: 'Tideline',
  studioAddress: 'Harbour Street',
  siteUrl: 'https://tideline.example',
};
const name = 'Ann <Quick> Water';

it('a reset link leads to its page, works once and for an hour, and can be ignored', () => {
  const { subject, text, html } = passwordResetEmail(sender, { name, token: 'abc-_9' });
  expect(subject).toBe('Choose a new password for Tideline');
  expect(text).toContain('https://tideline.example/reset-password?token=abc-_9');
  expect(text).toContain('works once, for one hour');
  expect(text).toContain('If you did not ask for it');
  expect(html).not.toContain('<Quick>');
});

it('the last email says what is erased, what is kept and for how long', () => {
  const { subject, text, html } = accountDeletedEmail(sender, { name });
  expect(subject).toBe('Your Tideline account is deleted');
  expect(text).toContain('Goodbye, Ann');
  expect(text).toContain('stays for seven years, without your name');
  expect(text).toContain('the last email we send you');
  expect(html).not.toContain('<Quick>');
});
