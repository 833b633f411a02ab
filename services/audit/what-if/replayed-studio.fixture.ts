import { getNextWaitlistStep } from '#domain/class/decide-waitlist.ts';
import { classDecider } from '#domain/class/decider.ts';
import { type ClassState, findSeatOfMember } from '#domain/class/state.ts';
import { Refusal } from '#domain/refusal.ts';
import type { RuleSetting } from '#domain/rules/decide.ts';
import { isRuleKey, type RuleKey } from '#domain/rules/rule-keys.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { type BookClassDeps, bookClass } from '#services/commands/booking/book-class.ts';
import { cancelBooking } from '#services/commands/booking/cancel-booking.ts';
import { moveBooking } from '#services/commands/booking/move-booking.ts';
import { removeBooking } from '#services/commands/booking/remove-booking.ts';
import { undoCancellation } from '#services/commands/booking/undo-cancellation.ts';
import { changeRules } from '#services/commands/rules/change-rules.ts';
import { openRulebook } from '#services/commands/rules/open-rulebook.ts';
import { readRules } from '#services/commands/rules/read-rules.ts';
import { Studio } from '#services/commands/testing/studio.fixture.ts';
import { cancelClass } from '#services/commands/timetable/cancel-class.ts';
import { changeClass } from '#services/commands/timetable/change-class.ts';
import { markClassFull } from '#services/commands/timetable/mark-class-full.ts';
import { advanceWaitlist } from '#services/commands/waitlist/advance-waitlist.ts';
import { joinWaitlist } from '#services/commands/waitlist/join-waitlist.ts';
import { leaveWaitlist } from '#services/commands/waitlist/leave-waitlist.ts';
import { adjustPasses } from '#services/commands/wallet/adjust-passes.ts';

/** The classes of the replayed week, by id. */
export const classes = [
  { id: 1, capacity: 1, date: '2026-05-15', time: '09:30' },
  { id: 2, capacity: 2, date: '2026-05-15', time: '18:00' },
  { id: 3, capacity: 1, date: '2026-05-16', time: '10:00' },
] as const;
export const members = ['ann', 'bea', 'cid', 'dot'] as const;

/** Something that a person does at a moment: minutes after the opening. */
export interface Press {
  readonly minute: number;
  readonly memberId: (typeof members)[number];
  readonly classId: number;
  readonly what:
    | 'book'
    | 'add'
    | 'cancel'
    | 'remove'
    | 'undo'
    | 'move'
    | 'join'
    | 'leave'
    | 'give'
    | 'grow'
    | 'shrink'
    | 'reschedule'
    | 'mark full'
    | 'reopen'
    | 'cancel class';
}

/** Tuesday 12 May 2026, 10:00 in London; presses happen some seconds past the minute, when nothing is due by itself. */
const OPENING = Date.parse('2026-05-12T09:00:17.000Z');

/** A studio in memory, whose waiting lists advance the moment that something is due, or now and then when its workers are late. */
export class ReplayedStudio {
  readonly studio = new Studio();
  readonly #deps: BookClassDeps & { nextWaitlistId: () => Promise<number> };
  #entries = 0;
  #time = OPENING;

  readonly #areWorkersLate: boolean;
  #advances = 0;

  constructor({ areWorkersLate = false } = {}) {
    this.#areWorkersLate = areWorkersLate;
    const nextWaitlistId = async () => {
      this.#entries += 1;
      return this.#entries;
    };
    this.#deps = { ...this.studio.start(), nextWaitlistId };
  }

  /** Opens the studio under rules. */
  async open(rules: Partial<Record<RuleKey, string>>): Promise<void> {
    await openRulebook(this.#deps, null, this.#context());
    await this.changeRules(rules);
    for (const { id, ...plan } of classes) await this.studio.schedule(id, plan);
    for (const memberId of members) await this.studio.grant(memberId, 2, { pricePence: 2_501 });
  }

  async changeRules(rules: Partial<Record<RuleKey, string>>): Promise<void> {
    const settings = Object.entries(rules).flatMap(([key, value]): RuleSetting[] =>
      isRuleKey(key) ? [{ key, value }] : [],
    );
    if (settings.length === 0) return;
    try {
      await changeRules(this.#deps, { settings }, this.#context());
    } catch (error) {
      // They contradict rules that were set before.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Presses a button; returns whether it did anything. */
  async press(press: Press): Promise<boolean> {
    await this.#advanceUntil(OPENING + press.minute * 60_000);
    const before = this.studio.log.events.length;
    try {
      await this.#do(press);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    // A member who books leaves the waiting list; a refused press leaves nothing, not even a pass that was held for a moment.
    const hasDone = this.studio.log.events.length > before;
    await this.#advanceAll();
    return hasDone;
  }

  /** Lets the rest of the week pass. */
  async finish(): Promise<void> {
    await this.#advanceUntil(Date.parse('2026-05-17T12:00:00.000Z'));
  }

  #context(): CommandContext {
    return this.studio.context(new Date(this.#time));
  }

  async #do({ what, memberId, classId }: Press): Promise<unknown> {
    const deps = this.#deps;
    const context = this.#context();
    const { state } = await deps.deciders.load(classDecider, String(classId));
    const bookingId = findSeatOfMember(state, memberId)?.bookingId ?? 0;
    const booking = { bookingId, classId, memberId };
    switch (what) {
      case 'book':
        return bookClass(deps, { classId, memberId, source: 'member' }, context);
      case 'add':
        return bookClass(deps, { classId, memberId, source: 'staff' }, context);
      case 'cancel':
        return bookingId === 0 ? null : cancelBooking(deps, booking, context);
      case 'remove':
        return bookingId === 0 ? null : removeBooking(deps, booking, context);
      case 'undo': {
        const last = [...state.seats.values()].findLast((seat) => seat.memberId === memberId);
        return last === undefined
          ? null
          : undoCancellation(deps, { ...booking, bookingId: last.bookingId }, context);
      }
      case 'move':
        return bookingId === 0
          ? null
          : moveBooking(deps, { ...booking, toClassId: (classId % 3) + 1 }, context);
      case 'join':
        return joinWaitlist(deps, { classId, memberId }, context);
      case 'leave':
        return leaveWaitlist(deps, { classId, memberId, reason: 'left' }, context);
      case 'give':
        return adjustPasses(
          deps,
          { memberId, direction: 'give', key: `${context.commandId}`, passes: 1, reason: 'A gift' },
          context,
        );
      case 'mark full':
      case 'reopen':
        return markClassFull(deps, { classId, isMarkedFull: what === 'mark full' }, context);
      case 'cancel class':
        return cancelClass(deps, { classId }, context);
      case 'grow':
      case 'shrink':
      case 'reschedule':
        return this.#change(state, classId, what, context);
    }
  }

  async #change(
    { details }: ClassState,
    classId: number,
    what: 'grow' | 'shrink' | 'reschedule',
    context: CommandContext,
  ): Promise<unknown> {
    if (details === null) return null;
    const { startsAt: _startsAt, ...plan } = details;
    const capacity = Math.max(1, details.capacity + (what === 'grow' ? 1 : what === 'shrink' ? -1 : 0));
    const time = what === 'reschedule' ? '11:30' : details.time;
    return changeClass(this.#deps, { classId, ...plan, capacity, time }, context);
  }

  async #advanceAll(): Promise<void> {
    this.#advances += 1;
    if (this.#areWorkersLate && this.#advances % 3 !== 0) return;
    for (const { id } of classes) await advanceWaitlist(this.#deps, { classId: id }, this.#context());
  }

  /** Does everything that falls due on the way, when it does. */
  async #advanceUntil(time: number): Promise<void> {
    for (;;) {
      const dues = await Promise.all(
        classes.map(async ({ id }) => {
          const { state } = await this.#deps.deciders.load(classDecider, String(id));
          const rules = await readRules(this.#deps.deciders);
          const step = getNextWaitlistStep(state, rules, new Date(this.#time));
          return step.kind === 'wait' ? (step.until?.getTime() ?? Number.POSITIVE_INFINITY) : this.#time;
        }),
      );
      const next = Math.min(...dues);
      if (next >= time || next <= this.#time) break;
      this.#time = next;
      await this.#advanceAll();
    }
    this.#time = Math.max(this.#time, time);
  }
}
