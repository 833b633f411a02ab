import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import type { StaffSecurityNotice } from './definition.ts';

const wordings: Readonly<Record<StaffSecurityNotice, { readonly subject: string; readonly text: string }>> = {
  'password-changed': {
    subject: 'Your password was changed',
    text: 'You sign in with the new password from now on.',
  },
  added: {
    subject: 'Two-step sign-in is on',
    text: 'From now on you sign in with your password and a code from your app. You are signed out everywhere else.',
  },
  removed: {
    subject: 'Two-step sign-in is off',
    text: 'Your password alone signs you in again. You are signed out everywhere else.',
  },
  'removed-by-another': {
    subject: 'Two-step sign-in was switched off for you',
    text: 'The studio has switched it off, as it does for someone who lost their phone. You are signed out everywhere, and your password alone signs you in again. Set up two-step sign-in anew when you do.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'Someone has used your password and one of your recovery codes. That code does not work again.',
  },
};

/** Contains nothing but what happened: no name, code or address. */
export function staffSecurityEmail(sender: Sender, notice: StaffSecurityNotice): StudioEmail {
  const { subject, text } = wordings[notice];
  return studioEmail(sender, {
    subject: `${subject}: your staff account at ${sender.studioName}`,
    preview: text,
    heading: subject,
    paragraphs: [
      text,
      'If this was not you, change your password now, by "Forgot your password?" where you sign in if you have to, and tell an admin of the studio.',
      { label: 'Your account', path: '/staff/account' },
    ],
  });
}
