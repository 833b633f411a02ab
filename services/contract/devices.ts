import { z } from 'zod';
import { commandAnswer } from './errors.ts';
import { instant } from './values.ts';

const device = z.object({
  id: z.uuid(),
  browser: z.string().describe('Such as "Firefox on Windows"'),
  network: z
    .enum(['this', 'other', 'unknown'])
    .describe('Whether it signed in from the network of this request'),
  openedAt: instant,
  lastUsedAt: instant.describe('To the hour'),
  staysSignedIn: z.boolean(),
  isThis: z.boolean(),
});
export type Device = z.infer<typeof device>;

/** GET /api/user/devices: where the member is signed in, the latest used first. */
export const devicesAnswer = commandAnswer.extend({ devices: z.array(device) });
export type DevicesAnswer = z.infer<typeof devicesAnswer>;

/** DELETE /api/user/devices/{id} */
export const deviceParams = z.object({ id: z.uuid('Use the id of a device') });
