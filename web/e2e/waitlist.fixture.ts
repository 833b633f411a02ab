import { z } from 'zod';
import { addDaysToDay, toLondonTime } from '#domain/london-time.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { bookClass, type Site, type TimetableClass, toEmail } from './site.fixture.ts';

const outbox = z.array(
  z.object({ to: z.string(), subject: z.string().nullish(), text: z.string().nullish() }),
);

/** Moves the studio clock to the next 10:00 UTC unless it is just after ten: between 21:00 and 07:00 no spot is offered. */
export async function startMorning(site: Site): Promise<void> {
  const now = await site.now();
  const hour = now.getUTCHours();
  if (hour === 10 && now.getUTCMinutes() < 50) return;
  const day = addDaysToDay(now.toISOString().slice(0, 10), hour < 10 ? 0 : 1);
  await site.moveClock({ now: `${day}T10:00:00.000Z` });
}

/** A class whose only seat is booked by another member. */
export interface FullClass extends TimetableClass {
  /** Cancels that booking. */
  freeSeat(): Promise<void>;
}

/** Adds a class of one seat, that many days after the studio clock's today, and fills it. */
export async function addFullClass(site: Site, days: number, time: string): Promise<FullClass> {
  const [scheduled, rival] = [
    await site.addClass(time, { days, maxCapacity: 1 }),
    await site.addMember(`Rival at ${time.replace(':', '')}`, 1),
  ];
  const bookingId = await bookClass(rival, scheduled);
  return {
    ...scheduled,
    async freeSeat() {
      const { status } = await rival.call('POST', '/api/cancel-booking', { bookingId });
      if (status !== 200) throw new Error(`Cancelling the booking answered ${status}`);
    },
  };
}

/** Puts a member on the waitlist without a browser. */
export async function joinWaitlist(member: StudioClient, { id }: TimetableClass): Promise<void> {
  const { status } = await member.call('POST', '/api/waitlist', { classId: id });
  if (status !== 200) throw new Error(`Joining the waitlist answered ${status}`);
}

/** Matches the prefix and the London time at which an offer ends that is made within the next three minutes. */
export async function matchOfferEnd(site: Site, prefix: string): Promise<RegExp> {
  const now = (await site.now()).getTime();
  const times = [30, 31, 32, 33].map((minutes) => toLondonTime(new Date(now + minutes * 60_000)));
  return new RegExp(`^${prefix} (?:${times.join('|')})$`);
}

/** Waits for the email of that subject to a member; returns the path that its link about the class leads to. */
export function waitForEmailLink({ base }: Site, name: string, subject: RegExp): Promise<string> {
  return waitFor(
    async () => {
      const emails = outbox.parse(await (await fetch(`${base}/sandbox/outbox.json`)).json());
      const email = emails.find((each) => each.to === toEmail(name) && subject.test(each.subject ?? ''));
      return /https?:\/\/[^/\s]+(\/(?:waitlist\/\d+|my-classes))/.exec(email?.text ?? '')?.[1];
    },
    { what: `the email ${subject} to ${name}` },
  );
}
