import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import { buildWeb } from '#tools/run/build-web.ts';
import { launchBrowser } from '#tools/testing/browser.ts';
import { removeDataDirectory } from '#tools/testing/data-directory.ts';
import { createPreparedStudio } from '#tools/testing/prepared-studio.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';

const clockAnswer = z.object({ now: z.iso.datetime() });
export const createdInstructor = z.object({ instructor: z.object({ id: z.number() }) });
const createdClass = z.object({ class: z.object({ id: z.number() }) });
const createdBooking = z.object({ bookingId: z.number() });
const catalogue = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });

export interface TimetableClass {
  readonly id: number;
  readonly date: string;
  readonly time: string;
}

/** A running studio with a browser, and the API calls by which tests set up their state. */
export interface Site {
  readonly base: string;
  readonly dataDir: string;
  readonly browser: Browser;
  readonly admin: StudioClient;
  /** The time of the studio clock. Tests count days from it, because other tests in the file may have moved it. */
  now(): Promise<Date>;
  /** The London day that many days after the studio clock's today. */
  dayIn(days: number): Promise<string>;
  /** Moves the studio clock; resolves when everything that falls due on the way is done and projected. */
  moveClock(to: { now: string } | { advance: string }): Promise<void>;
  /** Adds a class, two days ahead and of Marina Hale by default. */
  addClass(
    time: string,
    options?: { days?: number; maxCapacity?: number; name?: string; instructorId?: number },
  ): Promise<TimetableClass>;
  /** Signs up a member and buys that many 5 Class Passes; a name can be used once. */
  addMember(name: string, passes?: number): Promise<StudioClient>;
  findPassId(name: string): Promise<number>;
  close(): Promise<void>;
}

export const toEmail = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;

/** Books a class for a member without a browser; returns the booking's id. */
export const bookClass = async (member: StudioClient, { id }: { id: number }): Promise<number> =>
  (await member.expect(createdBooking, 'POST', '/api/bookings', { classId: id })).bookingId;

async function findPassId(visitor: StudioClient, name: string): Promise<number> {
  const { classPasses } = await visitor.expect(catalogue, 'GET', '/api/class-passes');
  const pass = classPasses.find((each) => each.name === name);
  if (pass === undefined) throw new Error(`The catalogue has no ${name}`);
  return pass.id;
}

async function prepare(
  studio: StudioProcess,
  dataDir: string,
  browser: Browser,
  close: () => Promise<void>,
): Promise<Site> {
  const visitor = new StudioClient(studio.base);
  const [admin, passId] = await Promise.all([visitor.staff('admin'), findPassId(visitor, '5 Class Pass')]);
  const { instructor } = await admin.expect(createdInstructor, 'POST', '/api/admin/instructors', {
    name: 'Marina Hale',
    prenatalSuitable: true,
  });
  const now = async () => new Date((await visitor.expect(clockAnswer, 'GET', '/sandbox/clock')).now);
  const dayIn = async (days: number) => addDaysToDay(toLondonDay(await now()), days);
  return {
    base: studio.base,
    dataDir,
    browser,
    admin,
    now,
    dayIn,
    async moveClock(to) {
      const { status } = await visitor.call('POST', '/sandbox/clock', to);
      if (status !== 200) throw new Error(`Moving the clock answered ${status}`);
    },
    async addClass(
      time,
      { days = 2, maxCapacity = 7, name = 'beginner', instructorId = instructor.id } = {},
    ) {
      const date = await dayIn(days);
      const body = { name, date, time, instructorId, maxCapacity };
      const created = await admin.expect(createdClass, 'POST', '/api/admin/classes', body);
      return { id: created.class.id, date, time };
    },
    async addMember(name, passes = 0) {
      const member = await visitor.signUp(toEmail(name), name);
      for (let count = 0; count < passes; count += 1) {
        const { status } = await member.buy(passId);
        if (status !== 200) throw new Error(`Buying a pass answered ${status}`);
      }
      return member;
    },
    findPassId: (name) => findPassId(visitor, name),
    close,
  };
}

/** Starts a studio with an empty timetable, and a browser; `environment` as in `.env.example`. */
export async function openSite(environment: Readonly<Record<string, string>> = {}): Promise<Site> {
  buildWeb();
  const { dataDir, program } = await createPreparedStudio('tideline-e2e');
  const studio = await startStudioProcess(dataDir, environment, program);
  let browser: Browser | undefined;
  const close = async () => {
    await Promise.all([browser?.close(), studio.stop()]);
    await removeDataDirectory(dataDir);
  };
  try {
    browser = await launchBrowser();
    return await prepare(studio, dataDir, browser, close);
  } catch (error) {
    await close();
    throw error;
  }
}
