import { z } from 'zod';
import { waitFor } from '../wait-for.ts';
import { sendRequest } from './send-request.ts';
import type { TestWorld } from './test-world.ts';

const outbox = z.array(z.object({ to: z.string(), kind: z.string(), subject: z.string(), text: z.string() }));

/**
 * Waits for the welcome email of every member who signed up, which takes the event store, reactors, queue and mail. Lists the
 * emails that are missing or were sent more than once.
 */
export async function findMailFaults({ studio, addresses }: TestWorld): Promise<string[]> {
  const countMails = async () => {
    const { body } = await sendRequest(
      { base: studio.sandboxOrigin, headers: {} },
      'GET',
      '/sandbox/outbox.json?limit=100000',
    );
    const counts = new Map<string, number>();
    for (const { to, kind, subject, text } of outbox.parse(body)) {
      // Confirmations of two bookings differ in their text.
      const mail = kind === 'welcome' ? `${to} welcome` : [to, kind, subject, text].join(' ');
      counts.set(mail, (counts.get(mail) ?? 0) + 1);
    }
    return counts;
  };
  const listMissing = async () => {
    const counts = await countMails();
    return addresses.filter((address) => !counts.has(`${address} welcome`));
  };
  // The retry delay of a job that met an outage is about as long as the outage.
  await waitFor(async () => (await listMissing()).length === 0, { timeout: 300_000 }).catch(() => {});
  const repeated = [...(await countMails())].filter(([, count]) => count > 1);
  return [
    ...(await listMissing()).map((address) => `${address} was not welcomed`),
    ...repeated.map(([mail, count]) => `${count} times: ${mail.slice(0, 200)}`),
  ];
}
