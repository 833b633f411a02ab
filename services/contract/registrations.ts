import { z } from 'zod';
import { linesText, lineText } from './text.ts';
import { requestKey } from './values.ts';

/** POST /api/registrations: a visitor asks for a notification when memberships open. */
export const registrationBody = z.object({
  name: lineText.min(2, 'Name must be at least 2 characters').max(120, 'Please use a shorter name'),
  email: z.email('Please enter a valid email address').max(254, 'Please enter a valid email address'),
  phone: lineText.min(10, 'Please enter a valid phone number').max(30, 'Please enter a valid phone number'),
  message: linesText.max(2000, 'Please keep this under 2,000 characters').optional(),
  requestKey,
});
export type RegistrationBody = z.infer<typeof registrationBody>;
export type RegistrationForm = z.input<typeof registrationBody>;
