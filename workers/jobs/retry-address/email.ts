import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName } from '#workers/emails/wording.ts';

export function retryAddressEmail(sender: Sender, { name }: { name: string }): StudioEmail {
  return studioEmail(sender, {
    subject: `Our emails reach you again`,
    preview: 'You asked us to try this address once more.',
    heading: `Hello again, ${firstName(name)}`,
    paragraphs: [
      'You asked us to try this address once more. As you can read this, our emails about your bookings and passes arrive.',
      'If it landed in the spam folder, please mark it as not spam, so that the next one does not.',
      { label: 'See my classes', path: '/my-classes' },
    ],
  });
}
