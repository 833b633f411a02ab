import { z } from 'zod';
import { londonDayIn } from '#tools/testing/open-classes.ts';
import type { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { emailOf, type Site, type TimetableClass } from './site.fixture.ts';

const outbox = z.array(
  z.object({ to: z.string(), subject: z.string().nullish(), text: z.string().nullish() }),
);
const booked = z.object({ bookingId: z.number() });

/** Moves the studio clock and waits for all that falls due on the way. */
export async function moveClock({ base }: Site, to: { now: string } | { advance: string }): Promise<void> {
  const answer = await fetch(`${base}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(to),
  });
  if (answer.status !== 200) throw new Error(`The clock answered ${answer.status}`);
}

/** The next 10:00 UTC, when people are awake in London, as days from now and as an instant. */
export function nextMorning(): { days: number; instant: string } {
  const days = new Date().getUTCHours() < 10 ? 0 : 1;
  return { days, instant: `${londonDayIn(days)}T10:00:00.000Z` };
}

/** A class of one seat with someone in it, who can be made to give it up. */
export interface FullClass extends TimetableClass {
  giveUp(): Promise<void>;
}

/** Has the rival take the one seat of a class. */
export async function fill(rival: StudioClient, scheduled: TimetableClass): Promise<FullClass> {
  const { bookingId } = await rival.expect(booked, 'POST', '/api/bookings', { classId: scheduled.id });
  return {
    ...scheduled,
    async giveUp() {
      const { status } = await rival.call('POST', '/api/cancel-booking', { bookingId });
      if (status !== 200) throw new Error(`Giving up the seat answered ${status}`);
    },
  };
}

/** Puts a member in line without a browser. */
export async function wait(member: StudioClient, { id }: TimetableClass): Promise<void> {
  const { status } = await member.call('POST', '/api/waitlist', { classId: id });
  if (status !== 200) throw new Error(`Joining the waitlist answered ${status}`);
}

/** Waits for the email of that subject to a member; where in the site its link about the class leads. */
export function linkInEmail({ base }: Site, name: string, subject: RegExp): Promise<string> {
  return waitFor(
    async () => {
      const emails = outbox.parse(await (await fetch(`${base}/sandbox/outbox.json`)).json());
      const email = emails.find((each) => each.to === emailOf(name) && subject.test(each.subject ?? ''));
      return /https?:\/\/[^/\s]+(\/(?:waitlist\/\d+|my-classes))/.exec(email?.text ?? '')?.[1];
    },
    { timeout: 30_000, what: `the email ${subject} to ${name}` },
  );
}
