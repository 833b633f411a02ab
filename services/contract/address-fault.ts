import { z } from 'zod';
import { addressFaults } from '#domain/member/events.ts';

/** Why mail to a member's address does not arrive, or is not wanted. */
export const addressFault = z.enum(addressFaults);
export type AddressFault = z.infer<typeof addressFault>;
