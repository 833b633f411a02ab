import { type Sender, type StudioEmail, studioEmail } from '../../emails/studio-email.ts';
import { dayAndTime, firstName, levelName } from '../../emails/wording.ts';

export function bookingConfirmationEmail(
  sender: Sender,
  booked: {
    name: string;
    level: string;
    startsAt: Date;
    instructorName: string;
    freeUntil: Date;
    passName: string;
  },
): StudioEmail {
  const when = dayAndTime(booked.startsAt);
  return studioEmail(sender, {
    subject: `Booked: ${levelName(booked.level)}, ${when}`,
    preview: `Free to cancel until ${dayAndTime(booked.freeUntil)}.`,
    heading: `You are booked, ${firstName(booked.name)}`,
    paragraphs: [
      `We look forward to seeing you on ${when}. Please arrive five minutes early, with grip socks.`,
      { label: 'See my classes', path: '/my-classes' },
    ],
    facts: [
      { label: 'Class', value: levelName(booked.level) },
      { label: 'When', value: when },
      { label: 'Instructor', value: booked.instructorName },
      { label: 'Pass', value: booked.passName },
      { label: 'Free to cancel until', value: dayAndTime(booked.freeUntil) },
    ],
  });
}
