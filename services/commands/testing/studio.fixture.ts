import { expect } from 'vitest';
import { scheduleClass } from '#domain/class/decide-timetable.ts';
import { classDecider } from '#domain/class/decider.ts';
import { type ClassState, getTakenSeats } from '#domain/class/state.ts';
import { changeRules } from '#domain/rules/decide.ts';
import { RULEBOOK, rulebookDecider } from '#domain/rules/decider.ts';
import { grantLot, type LotGrant } from '#domain/wallet/decide-lots.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { WalletState } from '#domain/wallet/state.ts';
import { createDeciderStore } from '#infra/event-store/decider-store.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { advanceBooking } from '../booking/advance-booking.ts';
import type { BookClassDeps } from '../booking/book-class.ts';
import type { BookingEnd, BookingRef } from '../booking/booking-end.ts';
import { MemoryLog, type StoreHooks } from './memory-event-store.fixture.ts';

/** Tuesday 12 May 2026, 10:00 in London. */
export const now = new Date('2026-05-12T09:00:00.000Z');

/** One log with any number of processes, and queries of its state. */
export class Studio {
  readonly log = new MemoryLog();
  #bookings = 0;
  #commands = 0;

  context(at = now): CommandContext {
    this.#commands += 1;
    return { now: at, commandId: `command-${this.#commands}`, actor: { kind: 'system', name: 'test' } };
  }

  /** Starts a process with nothing in memory. */
  start(hooks?: StoreHooks): BookClassDeps {
    return {
      deciders: createDeciderStore(this.log.connect(hooks), {
        // A property connects thousands of times, and the cache allocates all its entries when it is created.
        cacheSize: 100,
      }),
      nextBookingId: () => {
        this.#bookings += 1;
        return Promise.resolve(this.#bookings);
      },
    };
  }

  /** By default on Saturday 16 May 2026, 09:30 in London. */
  async schedule(classId: number, { capacity = 7, date = '2026-05-16', time = '09:30' } = {}): Promise<void> {
    const plan = { level: 'beginner', date, time, durationMinutes: 50, capacity, instructorId: 1 };
    await this.start().deciders.handle(classDecider, String(classId), this.context(), (state) =>
      scheduleClass(state, { ...plan, classId, now }),
    );
  }

  /** Late cancellations are refilled from now on. */
  async refillLateCancellations(): Promise<void> {
    await this.start().deciders.handle(rulebookDecider, RULEBOOK, this.context(), (state) =>
      changeRules(state, { settings: [{ key: 'late_cancel_refill', value: 'on' }], now }),
    );
  }

  async grant(memberId: string, passes: number, changes: Partial<LotGrant> = {}): Promise<void> {
    const lotId = `lot-of-${memberId}`;
    await this.start().deciders.handle(walletDecider, memberId, this.context(), (state) =>
      grantLot(state, {
        memberId,
        lotId,
        kind: 'purchase',
        passName: 'Pass',
        passes,
        pricePence: 2_400,
        expiresAt: '2026-07-12T22:59:59.999Z',
        passId: 1,
        paymentIntentId: null,
        offer: null,
        ...changes,
        now,
      }),
    );
  }

  async classState(classId: number): Promise<ClassState> {
    return (await this.start().deciders.load(classDecider, String(classId))).state;
  }

  async wallet(memberId: string): Promise<WalletState> {
    return (await this.start().deciders.load(walletDecider, memberId)).state;
  }

  /** Every booking that ever held a pass. */
  bookings(): BookingRef[] {
    return this.log.events.flatMap((event) => {
      if (event.type === 'PassHeld') return [event.data];
      if (event.type !== 'PassMoved') return [];
      const { toBookingId: bookingId, toClassId: classId, memberId } = event.data;
      return [{ bookingId, classId, memberId }];
    });
  }

  /** Completes every booking in a process of its own, as the sweep does. */
  async sweep(at = now): Promise<BookingEnd[]> {
    const deps = this.start();
    const ends: BookingEnd[] = [];
    for (const booking of this.bookings()) ends.push(await advanceBooking(deps, booking, this.context(at)));
    return ends;
  }

  /** The refills of the classes and the passes that came back because of them: by booking, the one that took the place. */
  refills(): { decided: string[]; returned: string[] } {
    const decided: string[] = [];
    const returned: string[] = [];
    for (const { type, data } of this.log.events) {
      if (type === 'LateCancellationRefilled') decided.push(`${data.bookingId} by ${data.byBookingId}`);
      if (type === 'PassReturned' && data.from === 'forfeited')
        returned.push(`${data.bookingId} by ${data.refilledBy}`);
    }
    return { decided, returned };
  }

  /** Expects that no class ever had more seats taken than this capacity of all of them. */
  expectNeverAbove(capacity: number, classIds: readonly number[]): void {
    for (const classId of classIds) {
      let state = classDecider.initial;
      for (const event of this.log.events) {
        if (event.stream !== `class-${classId}`) continue;
        switch (event.type) {
          case 'ClassScheduled':
          case 'ClassChanged':
          case 'ClassCancelled':
          case 'SeatReserved':
          case 'ReservationLapsed':
          case 'SeatBooked':
          case 'SeatReleased':
          case 'LateCancellationRefilled':
            state = classDecider.evolve(state, event);
        }
        expect(getTakenSeats(state).length).toBeLessThanOrEqual(capacity);
      }
    }
  }

  /** Expects that nothing is in progress, lost or doubled: every pass has one status, and a used one has a seat. */
  async expectSettled(): Promise<void> {
    const appended = this.log.events.length;
    await this.sweep();
    expect(this.log.events.length, 'a second sweep finds nothing to do').toBe(appended);
    for (const { bookingId, classId, memberId } of this.bookings()) {
      const wallet = await this.wallet(memberId);
      const state = await this.classState(classId);
      const pass = wallet.passes.get(bookingId);
      const seated = getTakenSeats(state).some((seat) => seat.bookingId === bookingId);
      expect(pass?.status).not.toBe('held');
      expect(pass?.status === 'used', `booking ${bookingId}: a pass is used for a seat, and only then`).toBe(
        seated,
      );
      if (state.seats.get(bookingId)?.released?.refilledBy !== undefined)
        expect(['returned', 'moved'], `booking ${bookingId} is refilled`).toContain(pass?.status);
      for (const lot of wallet.lots.values()) {
        const places = [lot.available, lot.held, lot.used, lot.forfeited, lot.expired, lot.revoked];
        expect(places.reduce((sum, passes) => sum + passes, 0)).toBe(lot.granted);
        expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      }
    }
  }
}
