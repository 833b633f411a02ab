import type { StudioEvent } from '#domain/registry.ts';
import type { StudioRecord } from '../definition/projection.ts';
import { Recorder } from './recorder.ts';

const AT = '2026-03-02T10:00:00.000Z';
const LATER = '2026-06-30T22:59:59.999Z';

/** Creates the events of a plausible studio: members with lots, classes, and bookings, some of them cancelled. */
export class StudioHistory {
  readonly #recorder: Recorder;
  #bookings = 0;

  constructor(recorder = new Recorder()) {
    this.#recorder = recorder;
  }

  #record(stream: string, event: StudioEvent): StudioRecord {
    return this.#recorder.record(stream, event);
  }

  instructor(instructorId: number): StudioRecord[] {
    const data = { instructorId, name: `Instructor ${instructorId}`, prenatalSuitable: false, at: AT };
    return [this.#record(`instructor-${instructorId}`, { type: 'InstructorAdded', data })];
  }

  scheduledClass(classId: number, date = '2026-03-09'): StudioRecord[] {
    return [
      this.#record(`class-${classId}`, {
        type: 'ClassScheduled',
        data: {
          classId,
          level: 'beginner',
          date,
          time: '09:00',
          startsAt: `${date}T09:00:00.000Z`,
          durationMinutes: 50,
          capacity: 7,
          instructorId: 1,
          at: AT,
        },
      }),
    ];
  }

  member(memberId: string, passes = 10): StudioRecord[] {
    const name = { name: `Member ${memberId}`, email: `${memberId}@example.test`, phone: '07000 000000' };
    return [
      this.#record(`member-${memberId}`, {
        type: 'MemberSignedUp',
        data: { memberId, personal: { ...name, dateOfBirth: null }, at: AT },
      }),
      this.#record(`wallet-${memberId}`, {
        type: 'LotGranted',
        data: {
          memberId,
          lotId: `lot-${memberId}`,
          kind: 'purchase',
          passName: '10 Class Pass',
          passes,
          pricePence: 20_000,
          expiresAt: LATER,
          passId: 6,
          paymentIntentId: `pi_${memberId}`,
          offer: null,
          at: AT,
        },
      }),
    ];
  }

  /** Holds a pass, books a seat and spends the pass; if cancelled, also releases the seat and returns the pass. */
  booking(memberId: string, classId: number, end: 'confirmed' | 'cancelled' | 'unfinished' = 'confirmed') {
    this.#bookings += 1;
    const bookingId = this.#bookings;
    const lotId = `lot-${memberId}`;
    const move = { memberId, lotId, bookingId, classId, at: AT };
    const wallet = `wallet-${memberId}`;
    const held = this.#record(wallet, {
      type: 'PassHeld',
      data: { ...move, classStartsAt: '2026-03-09T09:00:00.000Z', source: 'member' },
    });
    if (end === 'unfinished') return [held];
    const booked = this.#record(`class-${classId}`, {
      type: 'SeatBooked',
      data: { ...move, source: 'member', freeUntil: '2026-03-08T09:00:00.000Z' },
    });
    const spent = this.#record(wallet, { type: 'PassSpent', data: move });
    if (end === 'confirmed') return [held, booked, spent];
    const released = this.#record(`class-${classId}`, {
      type: 'SeatReleased',
      data: { ...move, reason: 'cancelled', returnsPass: true },
    });
    const returned = this.#record(wallet, { type: 'PassReturned', data: { ...move, from: 'used' } });
    return [held, booked, spent, released, returned];
  }

  setting(key: string, value: string): StudioRecord[] {
    return [
      this.#record(`setting-${key}`, {
        type: 'SettingChanged',
        data: { key, value, description: '', at: AT },
      }),
    ];
  }

  /** Creates at least `count` events, three quarters of them of bookings. */
  generateEvents(count: number, random: () => number = Math.random): StudioRecord[] {
    const memberCount = Math.max(2, Math.floor(count / 40));
    const classCount = Math.max(2, Math.floor(count / 20));
    const history: StudioRecord[] = [...this.instructor(1)];
    for (let id = 1; id <= memberCount; id++) history.push(...this.member(`m${id}`, 50));
    for (let id = 1; id <= classCount; id++) history.push(...this.scheduledClass(id));
    while (history.length < count) {
      const member = `m${1 + Math.floor(random() * memberCount)}`;
      const inClass = 1 + Math.floor(random() * classCount);
      history.push(...this.booking(member, inClass, random() < 0.2 ? 'cancelled' : 'confirmed'));
    }
    return history;
  }
}
