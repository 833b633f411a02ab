import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';

const asRole = { admin: 'an admin', instructor: 'an instructor', auditor: 'an auditor' } as const;

export function staffInviteEmail(
  sender: Sender,
  { role, token, days }: { role: keyof typeof asRole; token: string; days: number },
): StudioEmail {
  return studioEmail(sender, {
    subject: `Your staff account at ${sender.studioName}`,
    preview: `Choose your password within ${days} days.`,
    heading: `Welcome to the team`,
    paragraphs: [
      `${sender.studioName} has invited you to join its staff side as ${asRole[role]}. Give your name and choose a password of your own; what you do there is then kept under your name.`,
      { label: 'Join the team', path: `/staff/join?token=${token}` },
      `The link works once, for ${days} days. If you do not know what this is about, leave this email be: nothing happens without you.`,
    ],
  });
}
