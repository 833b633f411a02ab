import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import { toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { studioProjections } from '#projections/registry.ts';
import { verifyInstallation } from '#services/audit/verification/verify-installation.ts';
import { descendantsOf } from '#tools/testing/process-tree.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { cpuSecondsOf } from '../process-cpu.ts';
import { connectStudio } from '../studio/connect-studio.ts';
import { makeMembers } from '../studio/make-members.ts';
import { openSessions } from '../studio/open-sessions.ts';

/** What can be booked at once: today has begun, so it is tomorrow to the day that opens. */
const daysOpen = 7;
const opensAt = '12:00';
const instructors = 6;
/** Staff put the week up this long before the noon at which the last day of it opens. */
const beforeMs = 3_000;

const instructorMade = z.object({ instructor: z.object({ id: z.number() }) });
const classMade = z.object({ class: z.object({ id: z.number() }) });
const clock = z.object({ now: z.string() });

/** A week of classes that has just been released. */
export interface ReleasedWeek {
  readonly classIds: readonly number[];
  readonly dates: readonly string[];
  /** Of all classes together. */
  readonly seats: number;
}

export interface Cpu {
  readonly node: number;
  readonly postgres: number;
}

/** What is found wrong when all is over; nothing is. */
export interface Findings {
  /** Classes with more bookings than places, in the read models. */
  readonly oversold: number;
  /** Acknowledged bookings that the read models don't have. */
  readonly lost: number;
  /** Bookings in the read models that nobody was told of. */
  readonly unasked: number;
  /** Of the whole store and every read model; null when nothing was found. */
  readonly verification: string | null;
}

/** The embedded studio with its members, as a process of its own, whose weeks are released at noon by its clock. */
export class ReleaseStudio {
  readonly #process: StudioProcess;
  readonly #runtime: Runtime<StudioEvent>;
  readonly #dataDir: string;
  readonly #admin: StudioClient;
  readonly #instructorIds: readonly number[];
  readonly memberIds: readonly string[];
  readonly tokens: readonly string[];
  #today: string;

  private constructor(made: {
    process: StudioProcess;
    runtime: Runtime<StudioEvent>;
    dataDir: string;
    admin: StudioClient;
    instructorIds: readonly number[];
    memberIds: readonly string[];
    tokens: readonly string[];
  }) {
    this.#process = made.process;
    this.#runtime = made.runtime;
    this.#dataDir = made.dataDir;
    this.#admin = made.admin;
    this.#instructorIds = made.instructorIds;
    this.memberIds = made.memberIds;
    this.tokens = made.tokens;
    this.#today = toLondonDay(new Date());
  }

  static async start(plan: {
    members: number;
    passes: number;
    environment?: Readonly<Record<string, string>>;
  }): Promise<ReleaseStudio> {
    const dataDir = await mkdtemp(join(tmpdir(), 'release-'));
    const process = await startStudioProcess(dataDir, plan.environment);
    const runtime = await connectStudio(dataDir);
    const memberIds = await makeMembers(runtime, { ...plan, now: new Date() });
    await waitFor(
      async () => {
        const { rows } = await runtime.pool.query<{ count: number }>('SELECT count(*) FROM wallet_lots');
        return rows[0]?.count === plan.members;
      },
      { timeout: 300_000, what: 'the read models' },
    );
    const tokens = await openSessions(runtime, memberIds);
    const admin = await new StudioClient(process.base).staff('admin');
    const instructorIds: number[] = [];
    for (let count = 1; count <= instructors; count += 1) {
      const body = { name: `Instructor ${count}`, prenatalSuitable: true };
      const made = await admin.expect(instructorMade, 'POST', '/api/admin/instructors', body);
      instructorIds.push(made.instructor.id);
    }
    return new ReleaseStudio({ process, runtime, dataDir, admin, instructorIds, memberIds, tokens });
  }

  get port(): number {
    return this.#process.port;
  }

  /** A week on: staff put up its classes just before noon, and at noon the last day of it opens. Resolves then. */
  async release({ classesADay, seats }: { classesADay: number; seats: number }): Promise<ReleasedWeek> {
    const noon = new Date(toLondonInstant(this.#today, opensAt).getTime() + daysOpen * millisecondsInDay);
    this.#today = toLondonDay(noon);
    await this.#moveClock(new Date(noon.getTime() - millisecondsInHour));
    const dates = Array.from({ length: daysOpen }, (_, day) =>
      toLondonDay(new Date(noon.getTime() + (day + 1) * millisecondsInDay)),
    );
    const plans = dates.flatMap((date) =>
      Array.from({ length: classesADay }, (_, index) => ({ date, index })),
    );
    const classIds: number[] = [];
    for (const { date, index } of plans) classIds.push(await this.#putUp(date, index, seats));
    await this.#moveClock(new Date(noon.getTime() - beforeMs));
    await waitFor(async () => (await this.#now()) > noon, { timeout: 30_000, what: 'noon' });
    return { classIds, dates, seats: classIds.length * seats };
  }

  /** Processor seconds so far. */
  cpu(): Cpu {
    const { pid } = this.#process;
    const others = descendantsOf(pid).filter((other) => other !== pid);
    return { node: cpuSecondsOf([pid]), postgres: cpuSecondsOf(others) };
  }

  /** Jobs that are still to be done: emails, most of them. */
  async jobsLeft(): Promise<number> {
    const { rows } = await this.#runtime.pool.query<{ count: number }>(
      `SELECT count(*) FROM bullmq.job WHERE state IN ('waiting', 'active')`,
    );
    return rows[0]?.count ?? 0;
  }

  /** Holds what was acknowledged against the read models, and has the whole store checked. */
  async examine(
    acknowledged: readonly { memberId: string; classId: number; bookingId: number }[],
  ): Promise<Findings> {
    const { pool } = this.#runtime;
    const { rows: over } = await pool.query<{ count: number }>(
      `SELECT count(*) FROM schedule_classes c WHERE c.booked_count > c.max_capacity
         OR (SELECT count(*) FROM bookings b WHERE b.class_id = c.id AND b.status = 'confirmed') > c.max_capacity`,
    );
    const { rows: kept } = await pool.query<{ id: number; userId: string; classId: number }>(
      `SELECT id, user_id AS "userId", class_id AS "classId" FROM bookings WHERE status = 'confirmed'`,
    );
    const known = new Set(kept.map(({ id, userId, classId }) => `${id}/${userId}/${classId}`));
    const told = new Set(acknowledged.map((one) => `${one.bookingId}/${one.memberId}/${one.classId}`));
    const { holds, events, readModels } = await verifyInstallation({
      databaseUrl: this.#runtime.backends.databaseUrl,
      store: this.#runtime.eventStore,
      projections: studioProjections,
      now: await this.#now(),
      emailHash: this.#runtime.emailHash,
    });
    return {
      oversold: over[0]?.count ?? 0,
      lost: [...told].filter((one) => !known.has(one)).length,
      unasked: [...known].filter((one) => !told.has(one)).length,
      verification: holds
        ? null
        : JSON.stringify({ exceptions: events.exceptions.slice(0, 5), ...readModels }).slice(0, 2_000),
    };
  }

  /** What the studio had to say: warnings and worse. */
  printed(): string {
    return this.#process.printed();
  }

  async stop(): Promise<void> {
    await this.#runtime.close();
    await this.#process.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  async #putUp(date: string, index: number, seats: number): Promise<number> {
    const minutes = 6 * 60 + ((index * 15) % (15 * 60));
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const made = await this.#admin.expect(classMade, 'POST', '/api/admin/classes', {
      name: 'reformer for all',
      date,
      time,
      instructorId: this.#instructorIds[index % this.#instructorIds.length],
      maxCapacity: seats,
    });
    return made.class.id;
  }

  async #now(): Promise<Date> {
    const { now } = await new StudioClient(this.#process.base).expect(clock, 'GET', '/sandbox/clock');
    return new Date(now);
  }

  async #moveClock(to: Date): Promise<void> {
    await new StudioClient(this.#process.base).expect(clock, 'POST', '/sandbox/clock', {
      now: to.toISOString(),
    });
  }
}
