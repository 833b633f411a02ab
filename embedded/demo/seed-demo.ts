import { verifyEmail } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { firstPlan } from '#domain/plan/first-plan.ts';
import { Refusal } from '#domain/refusal.ts';
import type { StudioEvent } from '#domain/registry.ts';
import { settingDecider } from '#domain/setting/decider.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { hashPassword } from '#infra/crypto/passwords.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { bookClass } from '#services/commands/booking/book-class.ts';
import { cancelBooking } from '#services/commands/booking/cancel-booking.ts';
import { addInstructor } from '#services/commands/instructor/add-instructor.ts';
import { signUp } from '#services/commands/member/sign-up.ts';
import { completeCheckout } from '#services/commands/membership/complete-checkout.ts';
import { openCheckout } from '#services/commands/membership/open-checkout.ts';
import { completePayment } from '#services/commands/payment/complete-payment.ts';
import { startPayment } from '#services/commands/payment/start-payment.ts';
import { changeSetting } from '#services/commands/setting/change-setting.ts';
import { markAttendance } from '#services/commands/timetable/mark-attendance.ts';
import { scheduleClass } from '#services/commands/timetable/schedule-class.ts';
import { createDemoMemberId } from './demo-member-id.ts';
import { findResumption } from './find-resumption.ts';
import { payInSandbox, subscribeInSandbox } from './pay-in-sandbox.ts';
import { createDemoEmail, demoInstructors, demoPassword } from './people.ts';
import { type DemoStep, planHistory } from './plan-history.ts';
import { Random } from './random.ts';
import { seedTemplate } from './seed-template.ts';

const capacity = 7;
const classMinutes = 50;
/** The first pass that a member buys. */
const signUpPassId = 1;
/** The passes bought after it, repeated by how often they are bought. */
const laterPassIds = [3, 4, 5, 5, 5, 6, 6, 7] as const;
const progressKey = 'demo_studio';
/** The members who subscribe on the day the demo is created. */
const subscribers = [4, 9, 15, 22, 31];

type DemoDependencies = Pick<
  Runtime<StudioEvent>,
  | 'pool'
  | 'deciders'
  | 'memberKeys'
  | 'emailHash'
  | 'payments'
  | 'subscriptions'
  | 'membershipIds'
  | 'clock'
  | 'logger'
  | 'config'
  | 'backends'
>;

/** Returns a refusal instead of throwing it: a realistic history has full classes and late members. */
async function catchRefusal(action: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await action();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Runs the plan through the real commands, each at its own time. */
class DemoSeeding {
  readonly #deps: DemoDependencies;
  readonly #passwordHash: string;

  constructor(deps: DemoDependencies, passwordHash: string) {
    this.#deps = deps;
    this.#passwordHash = passwordHash;
  }

  async run(step: DemoStep): Promise<void> {
    switch (step.kind) {
      case 'schedule': {
        const { classId, date, time, level, instructorId } = step.demoClass;
        await scheduleClass(
          { ...this.#deps, nextClassId: async () => classId },
          { level, date, time, instructorId, capacity, durationMinutes: classMinutes },
          this.#context(step.at, `class-${classId}`),
        );
        return;
      }
      case 'sign-up':
        await this.#signUp(step);
        return;
      case 'book':
        await this.#book(step);
        return;
      case 'cancel': {
        const { bookingId, demoClass, member } = step;
        const booking = { bookingId, classId: demoClass.classId, memberId: createDemoMemberId(member) };
        await catchRefusal(() =>
          cancelBooking(this.#deps, booking, this.#context(step.at, `cancel-${bookingId}`)),
        );
        return;
      }
      case 'attend': {
        const { bookingId, demoClass, attended } = step;
        const mark = { bookingId, classId: demoClass.classId, attended };
        await catchRefusal(() =>
          markAttendance(this.#deps, mark, this.#context(step.at, `attend-${bookingId}`)),
        );
      }
    }
  }

  async #signUp({ at, member, name }: Extract<DemoStep, { kind: 'sign-up' }>): Promise<void> {
    await catchRefusal(() =>
      signUp(
        this.#deps,
        {
          memberId: createDemoMemberId(member),
          identity: {
            name,
            email: createDemoEmail(name),
            phone: `07700 900${String(100 + member)}`,
            dateOfBirth: `19${70 + (member % 30)}-0${1 + (member % 9)}-1${member % 9}`,
          },
          health: {
            onMedication: false,
            medicationDetails: null,
            hasInjuries: member % 7 === 3,
            injuryDetails: member % 7 === 3 ? 'Lower back, two years ago' : null,
            isPregnantOrPostpartum: member % 13 === 5,
            painfulMovements: member % 11 === 4,
            painfulMovementDetails: member % 11 === 4 ? 'Deep knee bends' : null,
            okWithHandsOnCorrections: member % 8 !== 6,
          },
          passwordHash: this.#passwordHash,
          newsletter: member % 3 !== 0,
        },
        this.#context(at, `sign-up-${member}`),
      ),
    );
    if (member % 6 === 5) return;
    const memberId = createDemoMemberId(member);
    const context = this.#context(at, `verify-${member}`);
    await this.#deps.deciders.handle(memberDecider, memberId, context, (state) =>
      verifyEmail(state, { memberId, by: 'welcome-link', now: at }),
    );
  }

  async #book(step: Extract<DemoStep, { kind: 'book' }>): Promise<void> {
    const { at, bookingId, demoClass, member } = step;
    const memberId = createDemoMemberId(member);
    const book = () =>
      bookClass(
        { ...this.#deps, nextBookingId: async () => bookingId },
        { classId: demoClass.classId, memberId, source: 'member' },
        this.#context(at, `book-${bookingId}`),
      );
    const refusal = await catchRefusal(book);
    if (refusal?.code !== 'NO_PASS') return;
    await this.#buy(member, memberId, at);
    await catchRefusal(book);
  }

  async #buy(member: number, memberId: string, at: Date): Promise<void> {
    const wallet = await this.#deps.deciders.load(walletDecider, memberId);
    const earlier = wallet.state.lots.size;
    const passId = earlier === 0 ? signUpPassId : new Random(member * 100 + earlier).pick(laterPassIds);
    const context = this.#context(at, `buy-${member}-${earlier}`);
    await catchRefusal(async () => {
      const { paymentIntentId, clientSecret } = await startPayment(this.#deps, { memberId, passId }, context);
      await payInSandbox(this.#deps, { member, paymentIntentId, clientSecret });
      await completePayment(this.#deps, { paymentIntentId, memberId }, context);
    });
  }

  /** Starts a membership now, not in the past, because Stripe's clock is the studio's. */
  async subscribe(member: number, now: Date): Promise<void> {
    const memberId = createDemoMemberId(member);
    const pages = { successUrl: this.#deps.config.siteUrl, cancelUrl: this.#deps.config.siteUrl };
    const context = this.#context(now, `subscribe-${member}`);
    await catchRefusal(async () => {
      const { sessionId, url } = await openCheckout(
        this.#deps,
        { memberId, planId: firstPlan.planId, ...pages },
        context,
      );
      await subscribeInSandbox(this.#deps, url);
      await completeCheckout(this.#deps, { sessionId, memberId }, context);
    });
  }

  #context(now: Date, name: string): CommandContext {
    return { now, commandId: `demo/${name}`, actor: { kind: 'system', name: 'demo' } };
  }
}

const readProgress = async ({ deciders }: Pick<DemoDependencies, 'deciders'>): Promise<string | undefined> =>
  (await deciders.load(settingDecider, progressKey)).state.setting?.value;

const isReady = (progress: string | undefined): boolean => progress?.startsWith('ready') ?? false;

/** Whether the demo studio is complete, so that `seedDemo` has nothing to do. */
export const isDemoReady = async (deps: Pick<DemoDependencies, 'deciders'>): Promise<boolean> =>
  isReady(await readProgress(deps));

/**
 * Fills an empty studio with a team, a timetable and eight weeks of history. Its progress is stored as a setting, so that an
 * interrupted seeding resumes with the same plan and repeats nothing. Returns the position of its last event, or null when the demo
 * was complete.
 */
export async function seedDemo(deps: DemoDependencies): Promise<bigint | null> {
  const progress = await readProgress(deps);
  if (isReady(progress)) return null;
  const anchor = progress ? new Date(progress) : deps.clock.now();
  const storeProgress = (value: string) =>
    changeSetting(
      deps,
      { key: progressKey, value, description: 'How far the demo studio is: an instant while it is made' },
      { now: anchor, commandId: `demo/progress/${value}`, actor: { kind: 'system', name: 'demo' } },
    );
  await storeProgress(anchor.toISOString());
  const steps = planHistory(anchor);
  const seeding = new DemoSeeding(deps, await hashPassword(demoPassword));
  const openedAt = steps[0]?.at ?? anchor;
  for (const { instructorId, ...instructor } of demoInstructors) {
    await addInstructor({ ...deps, nextInstructorId: async () => instructorId }, instructor, {
      now: openedAt,
      commandId: `demo/instructor-${instructorId}`,
      actor: { kind: 'system', name: 'demo' },
    });
  }
  await seedTemplate(deps, { now: openedAt, capacity });
  const firstStep = progress ? await findResumption(deps, steps) : 0;
  for (const step of steps.slice(firstStep)) await seeding.run(step);
  for (const member of subscribers) await seeding.subscribe(member, anchor);
  const { position } = await storeProgress(`ready ${anchor.toISOString()}`);
  return position;
}
