import type { ClassEvent } from '#domain/class/events.ts';
import type { ClassState } from '#domain/class/state.ts';
import type { RuleValues } from '#domain/rules/rules.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import { isClassEvent, isWalletEvent, type StudioRecord } from '../studio-record.ts';
import { Alarms } from './alarms.ts';
import { sumClasses } from './class-sums.ts';
import { type Difference, Outcomes } from './outcomes.ts';
import { repeatClassEvents } from './repeat-class-events.ts';
import { repeatWalletEvents } from './repeat-wallet-events.ts';
import { RulesTimeline } from './rules-timeline.ts';
import type { Scene, Span } from './scene.ts';
import { advanceWaitlist } from './waitlist.ts';
import { type World, Worlds } from './worlds.ts';

export type Figures = Readonly<Record<World, Readonly<Record<string, number>>>>;

export interface WhatIfResult {
  /** Events in the span. */
  readonly events: number;
  readonly figures: Figures;
  readonly differences: readonly Difference[];
}

/**
 * Repeats a store's history beside itself, with some rules fixed at other values from the start of a span. It appends
 * nothing. People behave as they did: each caller sends the same request at the same moment, and no other one. A
 * refused request left no event, and is not repeated. What the studio does by itself (offers, bookings from the
 * waiting list, announcements, passes coming back) is decided anew by the domain's own functions.
 */
export class Simulation {
  readonly #span: Span;
  readonly #rules: RulesTimeline;
  readonly #outcomes = new Outcomes();
  readonly #alarms = new Alarms();
  readonly #worlds: Worlds;
  /** The events of one append, which one decision made. */
  #append: StudioRecord[] = [];
  #position = '0';
  #isInSpan = false;
  #bookings = 0;
  #events = 0;

  constructor(span: Span, fixed: Partial<RuleValues>, options: { decidesAll?: boolean } = {}) {
    this.#span = span;
    this.#rules = new RulesTimeline(fixed, options);
    const noted = (note: (position: string) => void) => {
      if (this.#isInSpan) note(this.#position);
    };
    this.#worlds = new Worlds({
      class: (world, event, before) =>
        noted((position) => this.#outcomes.noteClass(world, event, before, position)),
      wallet: (world, event, before) =>
        noted((position) => this.#outcomes.noteWallet(world, event, before, position)),
    });
  }

  /** Takes the next event of the log; returns false once the span is over. */
  add(event: StudioRecord): boolean {
    if (Date.parse(event.data.at) >= this.#span.until.getTime() && !this.#belongs(event)) return false;
    if (!this.#belongs(event)) this.#repeat();
    this.#append.push(event);
    return true;
  }

  #belongs({ stream, metadata }: StudioRecord): boolean {
    const [first] = this.#append;
    return first !== undefined && first.stream === stream && first.metadata.commandId === metadata.commandId;
  }

  #scene(now: Date): Scene {
    return {
      worlds: this.#worlds,
      rules: this.#rules,
      alarms: this.#alarms,
      nextBookingId: () => {
        this.#bookings -= 1;
        return this.#bookings;
      },
      now,
    };
  }

  #repeat(): void {
    const [first] = this.#append;
    if (first === undefined) return;
    const append = this.#append;
    this.#append = [];
    const now = new Date(first.data.at);
    this.#isInSpan = now >= this.#span.from;
    if (this.#isInSpan) {
      this.#events += append.length;
      this.#advanceUntil(now);
    }
    this.#position = String(first.position);
    if (this.#rules.add(first)) {
      if (this.#isInSpan) this.#lookAtEveryWaitlist(now);
      return;
    }
    const classEvents = append.filter(isClassEvent);
    const walletEvents = append.filter(isWalletEvent);
    if (classEvents.length > 0) this.#repeatClass(classEvents, now);
    if (walletEvents.length > 0) this.#repeatWallet(walletEvents, now);
  }

  #repeatClass(events: readonly ClassEvent[], now: Date): void {
    const [first] = events;
    if (first === undefined) return;
    const { classId } = first.data;
    if (!this.#isInSpan) {
      this.#worlds.classes.applyToBoth(classId, events);
      return;
    }
    const scene = this.#scene(now);
    repeatClassEvents(scene, classId, events);
    advanceWaitlist(scene, classId);
  }

  #repeatWallet(events: readonly WalletEvent[], now: Date): void {
    const [first] = events;
    if (first === undefined) return;
    const { memberId } = first.data;
    if (this.#isInSpan) repeatWalletEvents(this.#scene(now), memberId, events);
    else this.#worlds.wallets.applyToBoth(memberId, events);
  }

  /** Does what time alone makes due before an instant. */
  #advanceUntil(now: Date): void {
    for (;;) {
      const alarm = this.#alarms.take(now.getTime());
      if (alarm === undefined) return;
      advanceWaitlist(this.#scene(alarm.at), alarm.classId);
    }
  }

  #lookAtEveryWaitlist(now: Date): void {
    const scene = this.#scene(now);
    for (const [classId, { was, wouldBe }] of this.#worlds.classes.entries())
      if (hasWaitlist(was) || hasWaitlist(wouldBe)) advanceWaitlist(scene, classId);
  }

  /** Ends the span, and compares the two worlds. */
  finish(): WhatIfResult {
    this.#repeat();
    this.#advanceUntil(this.#span.until);
    const { counts, people, differences } = this.#outcomes.finish();
    const sums = sumClasses(this.#worlds, this.#rules, this.#span);
    return {
      events: this.#events,
      figures: {
        was: { ...counts.was, ...sums.was, people: people.was },
        wouldBe: { ...counts.wouldBe, ...sums.wouldBe, people: people.wouldBe },
      },
      differences,
    };
  }
}

const hasWaitlist = ({ waitlist }: ClassState): boolean => waitlist.length > 0;
