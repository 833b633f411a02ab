import { CANCEL_LINK_DAYS } from '#infra/postgres/tables/email-changes.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';

export function emailChangeEmail(sender: Sender, token: string): StudioEmail {
  return studioEmail(sender, {
    subject: `Confirm your new email address for ${sender.studioName}`,
    preview: 'The link works once, within the hour.',
    heading: 'Is this your new address?',
    paragraphs: [
      `Someone asked us to write to you here from now on, and to sign you in to ${sender.studioName} with this address.`,
      { label: 'Confirm this address', path: `/confirm-email?token=${token}` },
      'The link works once, for one hour. If you did not ask for it, leave this email be: nothing changes.',
    ],
  });
}

/** The email to the current address. It does not name the new one, which a stranger may have typed. */
export function emailChangeRequestedEmail(sender: Sender, token: string): StudioEmail {
  return studioEmail(sender, {
    subject: `Are you changing your email address at ${sender.studioName}?`,
    preview: 'If it is you, there is nothing to do here.',
    heading: 'Is this you?',
    paragraphs: [
      `Someone who knows your password asked us to move your ${sender.studioName} account to another email address. If it was you, open the link that we sent there. There is nothing to do here.`,
      'If it was not you, stop it now. You will be signed out everywhere, and you can choose a new password next.',
      { label: 'This was not me', path: `/cancel-email-change?token=${token}` },
      `The link works for ${CANCEL_LINK_DAYS} days, until the address has changed.`,
    ],
  });
}

/** The email to an address that has an account already. The requesting member is not informed of it. */
export function emailTakenEmail(sender: Sender): StudioEmail {
  return studioEmail(sender, {
    subject: `You have a ${sender.studioName} account already`,
    preview: 'This address belongs to an account of its own.',
    heading: 'This address has an account',
    paragraphs: [
      'Someone, perhaps you, asked to use this address for another account. It has one of its own, so nothing was changed.',
      { label: 'Sign in', path: '/' },
      'If it was not you, leave this email be: your account is as it was.',
    ],
  });
}
