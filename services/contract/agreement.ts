import { z } from 'zod';

/** What a payer agrees to. Optional, since other clients do not send it. */
export const agreement = {
  acceptTerms: z
    .boolean('Say whether the terms are accepted')
    .optional()
    .describe('The member accepts the terms of the studio'),
  startNow: z
    .boolean('Say whether to start at once')
    .optional()
    .describe('The member asks for the service to begin within the fourteen days in which they may cancel'),
};
