import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { z } from 'zod';
import { toLondonDay, toLondonInstant } from '#domain/london-time.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { studioProjections } from '#projections/registry.ts';
import { verifyInstallation } from '#services/audit/verification/verify-installation.ts';
import { createDataDirectory, removeDataDirectory } from '#tools/testing/data-directory.ts';
import { listProcessTree } from '#tools/testing/process-tree.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type StudioProcess, startStudioProcess } from '#tools/testing/studio-process.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { readCpuSeconds } from '../process-cpu.ts';
import { connectStudio } from '../studio/connect-studio.ts';
import { makeMembers } from '../studio/make-members.ts';
import { openSessions } from '../studio/open-sessions.ts';
import type { ReleasedWeek, ReleasePlan, ReleaseTarget } from './release-target.ts';

/** Days that members may book: from tomorrow to the day that opens at noon. */
const daysOpen = 7;
const opensAt = '12:00';
const instructors = 6;
/** The clock is set this long before noon, after staff have scheduled the week. */
const beforeNoonMs = 3_000;

const instructorAnswer = z.object({ instructor: z.object({ id: z.number() }) });
const classAnswer = z.object({ class: z.object({ id: z.number() }) });
const clockAnswer = z.object({ now: z.string() });

/** Processor seconds. */
export interface Cpu {
  readonly node: number;
  readonly postgres: number;
}

/** Faults found after the releases. */
export interface Findings {
  /** Classes with more bookings than places, in the read models. */
  readonly oversold: number;
  /** Acknowledged bookings missing from the read models. */
  readonly lost: number;
  /** Bookings in the read models that were not acknowledged. */
  readonly unacknowledged: number;
  /** Exceptions of the whole store and every read model; null when there are none. */
  readonly verification: string | null;
}

/** The embedded studio with its members in a process of its own. Its sandbox clock releases a week at noon. */
export class ReleaseStudio implements ReleaseTarget {
  readonly #process: StudioProcess;
  readonly #runtime: Runtime<StudioEvent>;
  readonly #dataDir: string;
  readonly #admin: StudioClient;
  readonly #instructorIds: readonly number[];
  readonly memberIds: readonly string[];
  readonly tokens: readonly string[];
  #today: string;

  private constructor(parts: {
    process: StudioProcess;
    runtime: Runtime<StudioEvent>;
    dataDir: string;
    admin: StudioClient;
    instructorIds: readonly number[];
    memberIds: readonly string[];
    tokens: readonly string[];
  }) {
    this.#process = parts.process;
    this.#runtime = parts.runtime;
    this.#dataDir = parts.dataDir;
    this.#admin = parts.admin;
    this.#instructorIds = parts.instructorIds;
    this.memberIds = parts.memberIds;
    this.tokens = parts.tokens;
    this.#today = toLondonDay(new Date());
  }

  static async start(plan: { members: number; passes: number }): Promise<ReleaseStudio> {
    const dataDir = await createDataDirectory('release');
    const process = await startStudioProcess(dataDir);
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
      const { instructor } = await admin.expect(instructorAnswer, 'POST', '/api/admin/instructors', body);
      instructorIds.push(instructor.id);
    }
    return new ReleaseStudio({ process, runtime, dataDir, admin, instructorIds, memberIds, tokens });
  }

  get port(): number {
    return this.#process.port;
  }

  /** Moves the clock on by a week: staff schedule its classes before noon, and at noon its last day opens. */
  async release({ classesPerDay, seats }: ReleasePlan): Promise<ReleasedWeek> {
    const noon = new Date(toLondonInstant(this.#today, opensAt).getTime() + daysOpen * millisecondsInDay);
    this.#today = toLondonDay(noon);
    await this.#moveClock(new Date(noon.getTime() - millisecondsInHour));
    const dates = Array.from({ length: daysOpen }, (_, day) =>
      toLondonDay(new Date(noon.getTime() + (day + 1) * millisecondsInDay)),
    );
    const plans = dates.flatMap((date) =>
      Array.from({ length: classesPerDay }, (_, index) => ({ date, index })),
    );
    const classIds: number[] = [];
    for (const { date, index } of plans) classIds.push(await this.#scheduleClass(date, index, seats));
    await this.#moveClock(new Date(noon.getTime() - beforeNoonMs));
    await waitFor(async () => (await this.#now()) > noon, { timeout: 30_000, what: 'noon' });
    return { classIds, dates };
  }

  get databaseUrl(): string {
    return this.#runtime.backends.databaseUrl;
  }

  cpu(): Cpu {
    const { pid } = this.#process;
    const others = listProcessTree(pid).filter((other) => other !== pid);
    return { node: readCpuSeconds([pid]), postgres: readCpuSeconds(others) };
  }

  /** Jobs not done yet; most are emails. */
  async countPendingJobs(): Promise<number> {
    const { rows } = await this.#runtime.pool.query<{ count: number }>(
      `SELECT count(*) FROM bullmq.job WHERE state IN ('waiting', 'active')`,
    );
    return rows[0]?.count ?? 0;
  }

  /** Compares acknowledged bookings with the read models, and verifies the whole store. */
  async findFaults(
    acknowledged: readonly { memberId: string; classId: number; bookingId: number }[],
  ): Promise<Findings> {
    const { pool } = this.#runtime;
    const { rows: oversold } = await pool.query<{ count: number }>(
      `SELECT count(*) FROM schedule_classes c WHERE c.booked_count > c.max_capacity
         OR (SELECT count(*) FROM bookings b WHERE b.class_id = c.id AND b.status = 'confirmed') > c.max_capacity`,
    );
    const { rows: stored } = await pool.query<{ id: number; userId: string; classId: number }>(
      `SELECT id, user_id AS "userId", class_id AS "classId" FROM bookings WHERE status = 'confirmed'`,
    );
    const storedKeys = new Set(stored.map(({ id, userId, classId }) => `${id}/${userId}/${classId}`));
    const acknowledgedKeys = new Set(
      acknowledged.map(({ bookingId, memberId, classId }) => `${bookingId}/${memberId}/${classId}`),
    );
    const { holds, events, readModels } = await verifyInstallation({
      databaseUrl: this.#runtime.backends.databaseUrl,
      store: this.#runtime.eventStore,
      projections: studioProjections,
      now: await this.#now(),
      emailHash: this.#runtime.emailHash,
    });
    return {
      oversold: oversold[0]?.count ?? 0,
      lost: [...acknowledgedKeys].filter((key) => !storedKeys.has(key)).length,
      unacknowledged: [...storedKeys].filter((key) => !acknowledgedKeys.has(key)).length,
      verification: holds
        ? null
        : JSON.stringify({ exceptions: events.exceptions.slice(0, 5), ...readModels }).slice(0, 2_000),
    };
  }

  /** Output of the studio: warnings and errors of its log. */
  printed(): string {
    return this.#process.printed();
  }

  async stop(): Promise<void> {
    await this.#runtime.close();
    await this.#process.stop();
    await removeDataDirectory(this.#dataDir);
  }

  async #scheduleClass(date: string, index: number, seats: number): Promise<number> {
    const minutes = 6 * 60 + ((index * 15) % (15 * 60));
    const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const answer = await this.#admin.expect(classAnswer, 'POST', '/api/admin/classes', {
      name: 'reformer for all',
      date,
      time,
      instructorId: this.#instructorIds[index % this.#instructorIds.length],
      maxCapacity: seats,
    });
    return answer.class.id;
  }

  async #now(): Promise<Date> {
    const { now } = await new StudioClient(this.#process.base).expect(clockAnswer, 'GET', '/sandbox/clock');
    return new Date(now);
  }

  async #moveClock(to: Date): Promise<void> {
    await new StudioClient(this.#process.base).expect(clockAnswer, 'POST', '/sandbox/clock', {
      now: to.toISOString(),
    });
  }
}
