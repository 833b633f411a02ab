import { z } from 'zod';
import { emailText, linesText, personName, phoneText } from './text.ts';
import { requestKey } from './values.ts';

/** POST /api/registrations: a visitor asks for a notification when memberships open. */
export const registrationBody = z.object({
  name: personName(2, 'Name must be at least 2 characters'),
  email: emailText,
  phone: phoneText,
  message: linesText.max(2000, 'Please keep this under 2,000 characters').optional(),
  requestKey,
});
export type RegistrationBody = z.infer<typeof registrationBody>;
export type RegistrationForm = z.input<typeof registrationBody>;
