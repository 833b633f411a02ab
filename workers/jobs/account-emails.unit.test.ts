import { expect, it } from 'vitest';
import type { Sender } from '#workers/core/sender.ts';
import { accountDeletedEmail } from './finish-erasure/email.ts';
import { emailChangeRequestedEmail } from './send-email-change/email.ts';
import { passkeyNoticeEmail } from './send-passkey-notice/email.ts';
import { passwordResetEmail } from './send-password-reset/email.ts';
import { retentionNoticeEmail } from './send-retention-notice/email.ts';
import { signInCodeEmail } from './send-sign-in-code/email.ts';
import { staffSecurityEmail } from './send-staff-security-notice/email.ts';

const sender: Sender = {
  studioName: 'Tideline',
  studioAddress: 'Harbour Street',
  siteUrl: 'https://tideline.example',
};
const name = 'Ann <Quick> Water';

it('the reset email links to its page and states that the link works once, for an hour, and can be ignored', () => {
  const { subject, text, html } = passwordResetEmail(sender, { audience: 'member', name, token: 'abc-_9' });
  expect(subject).toBe('Choose a new password for Tideline');
  expect(text).toContain('https://tideline.example/reset-password?token=abc-_9');
  expect(text).toContain('works once, for one hour');
  expect(text).toContain('If you did not ask for it');
  expect(html).not.toContain('<Quick>');
});

it('the reset email of a staff account links to the page of the staff and names the account of the password', () => {
  const { subject, text } = passwordResetEmail(sender, { audience: 'staff', name, token: 'abc-_9' });
  expect(subject).toBe('Choose a new staff password for Tideline');
  expect(text).toContain('the password of your staff account');
  expect(text).toContain('https://tideline.example/staff/reset-password?token=abc-_9');
});

it('a new passkey is reported with the browser that made it, and what to do if it was another person', () => {
  const { subject, text, html } = passkeyNoticeEmail(sender, { name, browser: 'Safari on iOS' });
  expect(subject).toBe('You can sign in with a passkey at Tideline');
  expect(text).toContain('made with Safari on iOS');
  expect(text).toContain('Change your password');
  expect(text).toContain('https://tideline.example/account#passkeys');
  expect(html).not.toContain('<Quick>');
});

it('the email with a code has it, a link beside it, how long both work, and a warning', () => {
  const { subject, text, html } = signInCodeEmail(sender, { name, code: '012345', token: 'abc.9' });
  expect(subject).toBe('Your code to sign in at Tideline');
  expect(text).toContain('012345 is your code, Ann');
  expect(text).toContain('https://tideline.example/sign-in?token=abc.9');
  expect(text).toContain('10 minutes');
  expect(text).toContain('We never ask you for the code');
  expect(text).toContain('If you did not ask for it');
  expect(html).not.toContain('<Quick>');
});

it('a requested change of address is reported with a link that cancels it, and nothing that was typed', () => {
  const { subject, text } = emailChangeRequestedEmail(sender, 'abc-_9');
  expect(subject).toBe('Are you changing your email address at Tideline?');
  expect(text).toContain('https://tideline.example/cancel-email-change?token=abc-_9');
  expect(text).toContain('There is nothing to do here');
  expect(text).toContain('signed out everywhere');
  expect(text).toContain('7 days');
});

it('the last email states what is erased, what is retained and for how long', () => {
  const { subject, text, html } = accountDeletedEmail(sender, { name, memberId: 'm-17', isRequested: true });
  expect(subject).toBe('Your Tideline account is deleted');
  expect(text).toContain('Goodbye, Ann');
  expect(text).toContain('stays for seven years, without your name');
  expect(text).toContain('deleted, as you asked');
  expect(text).toContain('certificate of erasure');
  expect(text).toContain('m-17');
  expect(text).toContain('the last email we send you');
  expect(html).not.toContain('<Quick>');
});

it('the retention notice states how to keep an unused account, and the deletion email refers to the notice', () => {
  const erasedFrom = new Date('2033-06-30T23:00:00.000Z');
  const notice = retentionNoticeEmail(sender, { name, erasedFrom });
  expect(notice.subject).toBe('Your Tideline account will be deleted on Jul 01, 2033');
  expect(notice.text).toContain('sign in once before then');
  expect(notice.html).not.toContain('<Quick>');
  const { text } = accountDeletedEmail(sender, { name, memberId: 'm-17', isRequested: false });
  expect(text).toContain('as we told you');
  expect(text).not.toContain('as you asked');
});

it.each([
  ['password-changed', 'Your password was changed', 'the new password from now on'],
  ['added', 'Two-step sign-in is on', 'signed out everywhere else'],
  ['removed', 'Two-step sign-in is off', 'password alone'],
  ['removed-by-another', 'Two-step sign-in was switched off for you', 'Set up two-step sign-in anew'],
  ['recovery-code-used', 'A recovery code was used', 'does not work again'],
] as const)(
  'the notice about the credentials of a staff account (%s) states what happened and what to do',
  (notice, subject, fact) => {
    const email = staffSecurityEmail(sender, notice);
    expect(email.subject).toBe(`${subject}: your staff account at Tideline`);
    expect(email.text).toContain(fact);
    expect(email.text).toContain('If this was not you, change your password now');
    expect(email.text).toContain('Forgot your password?');
    expect(email.text).toContain('https://tideline.example/staff/account');
  },
);
