import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { eventRegistry, type StudioEvent } from '#domain/registry.ts';
import { createEventStore } from '#infra/event-store/create-event-store.ts';
import type { EventStore } from '#infra/event-store/types.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { openClasses } from '#tools/testing/open-classes.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { type RunningStudio, startRunningStudio } from './running-studio.fixture.ts';

const user = z.object({ user: z.object({ id: z.string() }) });
const passes = z.object({ classPasses: z.array(z.object({ id: z.number(), name: z.string() })) });
const booked = z.object({ bookingId: z.number() });

/** A member with five passes, of whom one booking was cancelled. */
export interface AuditedMember {
  readonly memberId: string;
  readonly email: string;
  readonly bookingId: number;
  readonly classId: number;
  /** An instant between the booking and its cancellation. */
  readonly beforeCancelling: string;
}

/** A running studio with an auditor, the audit command and direct access to its event store. */
export class AuditedStudio {
  readonly running: RunningStudio;
  readonly store: EventStore<StudioEvent>;
  readonly visitor: StudioClient;
  readonly auditor: StudioClient;

  private constructor(running: RunningStudio, store: EventStore<StudioEvent>, auditor: StudioClient) {
    this.running = running;
    this.store = store;
    this.visitor = new StudioClient(running.process.base);
    this.auditor = auditor;
  }

  static async start(): Promise<AuditedStudio> {
    const running = await startRunningStudio({ LOG_LEVEL: 'silent', STUDIO_DEMO: 'off' });
    const runtime: unknown = JSON.parse(await readFile(join(running.dataDir, 'runtime.json'), 'utf8'));
    const { eventStoreUrl } = z.object({ eventStoreUrl: z.string() }).parse(runtime);
    const store = createEventStore<StudioEvent>({
      connectionString: eventStoreUrl,
      registry: eventRegistry,
      // The tests need no personal data.
      sealer: {
        seal: () => Promise.reject(new Error('The tests seal nothing')),
        openAll: async (sealed) => sealed.map(() => ({ forgotten: true })),
      },
      logger: createLogger({ level: 'silent', component: 'test' }),
    });
    return new AuditedStudio(running, store, await new StudioClient(running.process.base).staff('auditor'));
  }

  async stop(): Promise<void> {
    await this.store.close();
    await this.running.remove();
  }

  async signUpWithFivePasses(email: string, name: string) {
    const client = await this.visitor.signUp(email, name);
    const { classPasses } = await this.visitor.expect(passes, 'GET', '/api/class-passes');
    await client.buy(classPasses.find((pass) => pass.name === '5 Class Pass')?.id ?? 0);
    return { client, memberId: (await client.expect(user, 'GET', '/api/auth/user')).user.id };
  }

  async addMemberWithCancellation(email: string, name: string): Promise<AuditedMember> {
    const [classId = 0] = await openClasses(await this.visitor.staff('admin'), 1);
    const { client, memberId } = await this.signUpWithFivePasses(email, name);
    const { bookingId } = await client.expect(booked, 'POST', '/api/bookings', { classId });
    const beforeCancelling = new Date().toISOString();
    await client.expect(z.object({}), 'POST', '/api/cancel-booking', { bookingId });
    return { memberId, email, bookingId, classId, beforeCancelling };
  }

  /** Runs `npm run audit` for this studio. */
  runAudit(...args: string[]): Promise<{ code: number; text: string }> {
    const program = new URL('../../../tools/tasks/audit.ts', import.meta.url).pathname;
    const env = { ...process.env, DATA_DIR: this.running.dataDir };
    return new Promise((resolve) => {
      execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
      });
    });
  }
}
