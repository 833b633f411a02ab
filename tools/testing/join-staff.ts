import { z } from 'zod';
import { StudioClient } from './studio-client.ts';
import { waitFor } from './wait-for.ts';

const invited = z.object({ staffId: z.string() });
const joined = z.object({ token: z.string() });
const outbox = z.array(z.object({ kind: z.string(), text: z.string() }));

/** Invites a person to the staff, who joins by the link in the mail. */
export async function joinStaff(
  admin: StudioClient,
  { email, name, role }: { email: string; name: string; role: 'admin' | 'instructor' },
): Promise<{ staffId: string; client: StudioClient }> {
  const { base } = admin;
  const { staffId } = await admin.expect(invited, 'POST', '/api/admin/staff', { email, role });
  const token = await waitFor(async () => {
    const mails = await fetch(`${base}/sandbox/outbox.json?to=${encodeURIComponent(email)}`);
    const mail = outbox.parse(await mails.json()).find(({ kind }) => kind === 'staff-invite');
    return /\/staff\/join\?token=(\S+)/.exec(mail?.text ?? '')?.[1];
  });
  const form = { token, name, password: 'seaside-terrace-7' };
  const session = await admin.expect(joined, 'POST', '/api/staff/join', form);
  return { staffId, client: new StudioClient(base, session.token) };
}
