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
import { signUp } from '#services/commands/member/sign-up.ts';
import { adjustPasses } from '#services/commands/wallet/adjust-passes.ts';
import type { JobDependencies } from '#workers/core/job-dependencies.ts';
import { jobs } from '#workers/jobs/all.ts';
import type { CrashStudio } from './crash-studio.ts';

/** A member of one cell, signed in. */
export interface CellMember {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** What the API answered. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What every cell of the table shares. */
export interface Shared {
  readonly studio: CrashStudio;
  readonly admin: string;
  readonly instructorId: number;
  readonly passwordHash: string;
}

/** Part of a cell's story that other cells must not share: people, classes and all that is of them. */
export class Cell {
  readonly studio: CrashStudio;
  readonly shared: Shared;
  /** In every name and address of the cell. */
  readonly tag: string;
  readonly members: CellMember[] = [];
  /** Streams that are the cell's from the start. */
  readonly streams = new Set<string>();
  /** What the story keeps for its end. */
  readonly notes = new Map<string, string>();
  readonly #ids = new Map<string, () => Promise<number>>();

  constructor(shared: Shared) {
    this.shared = shared;
    this.studio = shared.studio;
    this.tag = `cell-${randomUUID().slice(0, 13)}`;
  }

  /** Of a command that was given `ago` ms ago, by staff. */
  context(ago = 0): CommandContext {
    return {
      now: new Date(this.studio.now().getTime() - ago),
      commandId: `${this.tag}/${randomUUID()}`,
      actor: { kind: 'staff', role: 'admin' },
    };
  }

  /** A number of a sequence. */
  async id(sequence: string): Promise<number> {
    const known = this.#ids.get(sequence);
    if (known !== undefined) return known();
    const ids = createIdSequence(this.studio.lasting.pool, sequence, { block: 1 });
    this.#ids.set(sequence, () => ids.next());
    return ids.next();
  }

  email(name: string): string {
    return `${name}.${this.tag}@example.com`;
  }

  /** Signed up three days ago, so that the welcome is long over, with so many passes given by the studio. */
  async member(
    name: string,
    passes = 0,
    { newsletter = false, signedUpAgo = 3 * millisecondsInDay } = {},
  ): Promise<CellMember> {
    const { lasting } = this.studio;
    const id = randomUUID();
    const email = this.email(name);
    this.streams.add(`member-${id}`);
    this.streams.add(`wallet-${id}`);
    this.streams.add(`email-${lasting.emailHash(email)}`);
    const none = { medicationDetails: null, injuryDetails: null, painfulMovementDetails: null };
    let { position } = await signUp(
      lasting,
      {
        memberId: id,
        identity: { name: `${name} ${this.tag}`, email, phone: '07700 900123', dateOfBirth: null },
        health: {
          ...none,
          onMedication: false,
          hasInjuries: false,
          isPregnantOrPostpartum: false,
          painfulMovements: false,
          okWithHandsOnCorrections: true,
        },
        passwordHash: this.shared.passwordHash,
        newsletter,
      },
      this.context(signedUpAgo),
    );
    if (passes > 0) {
      const given = await adjustPasses(
        lasting,
        { memberId: id, direction: 'give', key: randomUUID(), passes, reason: 'A gift' },
        this.context(3 * millisecondsInDay),
      );
      position = given.position;
    }
    await this.studio.shown(position);
    const member = { id, email, token: await this.studio.signIn({ kind: 'member', memberId: id }) };
    this.members.push(member);
    return member;
  }

  /** A class in so many days, at 18:00 unless told otherwise; its id. */
  async class({
    days = 3,
    time = '18:00',
    capacity = 4,
    instructorId = this.shared.instructorId,
  } = {}): Promise<number> {
    const classId = await this.id('class_id_seq');
    this.streams.add(`class-${classId}`);
    const date = addDaysToDay(toLondonDay(this.studio.now()), days);
    const plan = { classId, level: 'beginner', date, time, durationMinutes: 50, capacity, instructorId };
    const context = this.context(2 * millisecondsInDay);
    const { position } = await this.studio.lasting.deciders.handle(
      classDecider,
      String(classId),
      context,
      (state) => scheduleClass(state, { ...plan, now: context.now }),
    );
    await this.studio.shown(position);
    return classId;
  }

  /** An instructor of the cell's own; the id. */
  async instructor(): Promise<number> {
    const instructorId = await this.id('instructor_id_seq');
    this.streams.add(`instructor-${instructorId}`);
    const context = this.context(2 * millisecondsInDay);
    const { position } = await this.studio.lasting.deciders.handle(
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
    await this.studio.shown(position);
    return instructorId;
  }

  /** Asks the API, in whichever process this happens. */
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

  /** The same where nothing but success will do. */
  async ask(...[token, method, url, body]: Parameters<Cell['call']>): Promise<unknown> {
    const answer = await this.call(token, method, url, body);
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${method} ${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** The same where a rule may say no, as it does to who asks for what was done. */
  async tryTo(...[token, method, url, body]: Parameters<Cell['call']>): Promise<unknown> {
    const answer = await this.call(token, method, url, body);
    if (answer.status > 499)
      throw new Error(`${method} ${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Does a job, as a worker does in whichever process this happens. */
  async work(
    definition: JobDefinition,
    payload: object,
    key = this.tag,
    deps: Partial<JobDependencies> = {},
  ): Promise<void> {
    const kind = jobs.find(({ definition: { name } }) => name === definition.name);
    if (kind === undefined) throw new Error(`No handler of ${definition.name}`);
    const { signal } = new AbortController();
    await kind
      .create({ ...this.studio.jobs, ...deps })
      .run(payload, { jobId: jobIdOf(definition.name, key), attempt: 1, signal });
  }
}
