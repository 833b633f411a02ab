import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import { scheduleClass } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { addInstructor } from '#domain/instructor/decide.ts';
import { instructorDecider } from '#domain/instructor/decider.ts';
import { addDaysToDay, toLondonDay } from '#domain/london-time.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { createIdSequence } from '#infra/postgres/tables/id-sequence.ts';
import type { JobDefinition } from '#infra/queue/define-job.ts';
import { jobIdOf } from '#infra/queue/job-options.ts';
import { NotProjectedYet } from '#infra/queue/not-projected-yet.ts';
import { signUp } from '#services/commands/member/sign-up.ts';
import { adjustPasses } from '#services/commands/wallet/adjust-passes.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { jobs } from '#workers/jobs/all.ts';
import { noHealthNotes } from '../no-health-notes.ts';
import { waitFor } from '../wait-for.ts';
import type { CrashStudio } from './crash-studio.ts';

/** A member of one cell, signed in. */
export interface CellMember {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A request was answered 503: the machine was too slow for its deadline, or its process has crashed. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Shared by all cells of the table. */
export interface Shared {
  readonly studio: CrashStudio;
  readonly admin: string;
  readonly instructorId: number;
  readonly passwordHash: string;
}

/** One run of a scenario, with members, classes and streams that no other run uses. */
export class Cell {
  readonly studio: CrashStudio;
  readonly shared: Shared;
  /** Part of every name and address of the cell. */
  readonly tag: string;
  readonly members: CellMember[] = [];
  /** Streams that the preparation created. */
  readonly streams = new Set<string>();
  /** Values that the preparation keeps for `readExtraState`. */
  readonly notes = new Map<string, string>();
  readonly #ids = new Map<string, () => Promise<number>>();

  constructor(shared: Shared) {
    this.shared = shared;
    this.studio = shared.studio;
    this.tag = `cell-${randomUUID().slice(0, 13)}`;
  }

  /** The context of a command by staff, given `agoMs` ago. */
  context(agoMs = 0): CommandContext {
    return {
      now: new Date(this.studio.now().getTime() - agoMs),
      commandId: `${this.tag}/${randomUUID()}`,
      actor: { kind: 'staff', role: 'admin' },
    };
  }

  async nextId(sequence: string): Promise<number> {
    const known = this.#ids.get(sequence);
    if (known !== undefined) return known();
    const ids = createIdSequence(this.studio.surviving.pool, sequence, { block: 1 });
    this.#ids.set(sequence, () => ids.next());
    return ids.next();
  }

  email(name: string): string {
    return `${name}.${this.tag}@example.com`;
  }

  /** Signs a member up three days ago, when no welcome is due any more, and gives them passes. */
  async addMember(
    name: string,
    passes = 0,
    { newsletter = false, signedUpAgoMs = 3 * millisecondsInDay } = {},
  ): Promise<CellMember> {
    const { surviving } = this.studio;
    const id = randomUUID();
    const email = this.email(name);
    this.streams.add(`member-${id}`);
    this.streams.add(`wallet-${id}`);
    this.streams.add(`email-${surviving.emailHash(email)}`);
    let { position } = await signUp(
      surviving,
      {
        memberId: id,
        identity: { name: `${name} ${this.tag}`, email, phone: '07700 900123', dateOfBirth: null },
        health: noHealthNotes,
        passwordHash: this.shared.passwordHash,
        newsletter,
      },
      this.context(signedUpAgoMs),
    );
    if (passes > 0) {
      const adjusted = await adjustPasses(
        surviving,
        { memberId: id, direction: 'give', key: randomUUID(), passes, reason: 'A gift' },
        this.context(3 * millisecondsInDay),
      );
      position = adjusted.position;
    }
    await this.studio.waitForReadModels(position);
    const member = { id, email, token: await this.studio.signIn({ kind: 'member', memberId: id }) };
    this.members.push(member);
    return member;
  }

  /** Schedules a class, in three days at 18:00 by default, and returns its id. */
  async addClass({
    days = 3,
    time = '18:00',
    capacity = 4,
    instructorId = this.shared.instructorId,
  } = {}): Promise<number> {
    const classId = await this.nextId('class_id_seq');
    this.streams.add(`class-${classId}`);
    const date = addDaysToDay(toLondonDay(this.studio.now()), days);
    const plan = { classId, level: 'beginner', date, time, durationMinutes: 50, capacity, instructorId };
    const context = this.context(2 * millisecondsInDay);
    const { position } = await this.studio.surviving.deciders.handle(
      classDecider,
      String(classId),
      context,
      (state) => scheduleClass(state, { ...plan, now: context.now }),
    );
    await this.studio.waitForReadModels(position);
    return classId;
  }

  /** Adds an instructor and returns the id. */
  async addInstructor(): Promise<number> {
    const instructorId = await this.nextId('instructor_id_seq');
    this.streams.add(`instructor-${instructorId}`);
    const context = this.context(2 * millisecondsInDay);
    const { position } = await this.studio.surviving.deciders.handle(
      instructorDecider,
      String(instructorId),
      context,
      (state) =>
        addInstructor(state, {
          name: `Marina ${this.tag}`,
          prenatalSuitable: true,
          instructorId,
          now: context.now,
        }),
    );
    await this.studio.waitForReadModels(position);
    return instructorId;
  }

  /** Calls the API in the current process. */
  async call(
    token: string | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<Answer> {
    const answer = await this.studio.api.app.inject({
      method,
      url,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    const text = answer.payload;
    return { status: answer.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text };
  }

  async #callAvailable(...request: Parameters<Cell['call']>): Promise<Answer> {
    const answer = await this.call(...request);
    if (answer.status === 503) throw new Unavailable(`${request[1]} ${request[2]} answered 503`);
    return answer;
  }

  /** Calls the API and throws unless it answers 2xx. */
  async request(...[token, method, url, body]: Parameters<Cell['call']>): Promise<unknown> {
    const answer = await this.#callAvailable(token, method, url, body);
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${method} ${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Calls the API and accepts a refusal (4xx), as for a repeated request whose effect has taken place. */
  async requestOrRefusal(...[token, method, url, body]: Parameters<Cell['call']>): Promise<unknown> {
    const answer = await this.#callAvailable(token, method, url, body);
    if (answer.status > 499)
      throw new Error(`${method} ${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Runs a job in the current process, as a worker does. */
  async runJob(
    definition: JobDefinition,
    payload: object,
    key = this.tag,
    deps: Partial<JobDependencies> = {},
  ): Promise<void> {
    const job = jobs.find(({ definition: { name } }) => name === definition.name);
    if (job === undefined) throw new Error(`No handler of ${definition.name}`);
    const { signal } = new AbortController();
    const handler = job.create({ ...this.studio.jobs, ...deps });
    const attempt = { jobId: jobIdOf(definition.name, key), attempt: 1, signal };
    let failure: unknown;
    // Where the read models lack what the job needs, the queue runs it again.
    await waitFor(
      () =>
        handler.run(payload, attempt).then(
          () => true,
          (error: unknown) => {
            if (error instanceof NotProjectedYet) return false;
            failure = error;
            return true;
          },
        ),
      { what: `the read models of ${definition.name}` },
    );
    if (failure !== undefined) throw failure;
  }
}
