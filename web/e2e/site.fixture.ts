import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { buildWeb } from '#tools/run/build-web.ts';
import { launchBrowser } from '#tools/testing/browser.ts';
import { londonDayIn } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';

const instructorMade = z.object({ instructor: z.object({ id: z.number() }) });
const classMade = z.object({ class: z.object({ id: z.number() }) });
const catalogue = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });

export interface TimetableClass {
  readonly id: number;
  readonly date: string;
  readonly time: string;
}

/** The running product with a browser beside it, and what a test needs to set its scene through the API. */
export interface Site {
  readonly base: string;
  /** Where the studio keeps its files. */
  readonly dataDir: string;
  readonly browser: Browser;
  readonly admin: StudioClient;
  /** A class with Marina Hale, two days ahead unless told otherwise. */
  addClass(
    time: string,
    options?: { days?: number; maxCapacity?: number; name?: string },
  ): Promise<TimetableClass>;
  /** A new member with so many 5 Class Passes; `email` is as unique as `name`. */
  addMember(name: string, passes?: number): Promise<StudioClient>;
  passId(name: string): Promise<number>;
  close(): Promise<void>;
}

export const emailOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;

async function passIdOf(visitor: StudioClient, name: string): Promise<number> {
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
  const [admin, passId] = await Promise.all([visitor.staff('admin'), passIdOf(visitor, '5 Class Pass')]);
  const { instructor } = await admin.expect(instructorMade, 'POST', '/api/admin/instructors', {
    name: 'Marina Hale',
    prenatalSuitable: true,
  });
  return {
    base: studio.base,
    dataDir,
    browser,
    admin,
    close,
    passId: (name) => passIdOf(visitor, name),
    async addClass(time, { days = 2, maxCapacity = 7, name = 'beginner' } = {}) {
      const date = londonDayIn(days);
      const body = { name, date, time, instructorId: instructor.id, maxCapacity };
      const made = await admin.expect(classMade, 'POST', '/api/admin/classes', body);
      return { id: made.class.id, date, time };
    },
    async addMember(name, passes = 0) {
      const member = await visitor.signUp(emailOf(name), name);
      for (let bought = 0; bought < passes; bought += 1) {
        const { status } = await member.buy(passId);
        if (status !== 200) throw new Error(`Buying a pass answered ${status}`);
      }
      return member;
    },
  };
}

/** Starts a fresh studio with an empty timetable, and a browser; `environment` as in `.env.example`. */
export async function openSite(environment: Readonly<Record<string, string>> = {}): Promise<Site> {
  buildWeb();
  const dataDir = await mkdtemp(join(tmpdir(), 'tideline-e2e-'));
  const studio = await startStudioProcess(dataDir, environment);
  let browser: Browser | undefined;
  const close = async () => {
    await Promise.all([browser?.close(), studio.stop()]);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    browser = await launchBrowser();
    return await prepare(studio, dataDir, browser, close);
  } catch (error) {
    await close();
    throw error;
  }
}
