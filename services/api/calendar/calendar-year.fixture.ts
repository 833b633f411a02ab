import { toLondonInstant } from '#domain/london-time.ts';
import type { StudioEvent } from '#domain/registry.ts';
import type { StudioRecord } from '#projections/definition/projection.ts';
import type { Recorder } from '#projections/testing/recorder.ts';

const AT = '2026-01-01T09:00:00.000Z';
const LEVELS = ['beginner', 'intermediate', 'reformer for all', 'pre & post natal'] as const;
const SHOWN_CHANGES = ['time', 'date', 'level', 'duration', 'instructor'] as const;

/** A class as it is planned now. */
interface PlannedClass {
  readonly level: string;
  readonly date: string;
  readonly time: string;
  readonly durationMinutes: number;
  readonly capacity: number;
  readonly instructorId: number;
}

/** What a calendar should show of one visit. */
export interface ExpectedVisit {
  readonly firstBookingId: number;
  bookingId: number;
  classId: number;
  isCancelled: boolean;
}

/** A year of one member: a class a few days apart, each booked, and then random changes of everything that a calendar shows. */
export class CalendarYear {
  readonly classes = new Map<number, PlannedClass>();
  readonly instructors = new Map<number, string>();
  readonly visits: ExpectedVisit[] = [];
  readonly #recorder: Recorder;
  readonly #random: () => number;
  #bookings = 0;

  constructor(recorder: Recorder, random: () => number) {
    this.#recorder = recorder;
    this.#random = random;
  }

  /** One class on each of these days, booked, and as many without a booking, to move to. */
  open(days: readonly string[]): StudioRecord[] {
    const events = [1, 2, 3].map((id) => this.#nameInstructor(id, `Marina ${id}`, 'InstructorAdded'));
    for (const [index, date] of [...days, ...days].entries()) {
      const classId = index + 1;
      const planned = { ...this.#plan(), date };
      this.classes.set(classId, planned);
      events.push(
        this.#record(`class-${classId}`, {
          type: 'ClassScheduled',
          data: { classId, ...planned, startsAt: startOf(planned).toISOString(), at: AT },
        }),
      );
      if (index < days.length) {
        const bookingId = ++this.#bookings;
        this.visits.push({ firstBookingId: bookingId, bookingId, classId, isCancelled: false });
        events.push(this.#hold(bookingId, classId), this.#seat(bookingId, classId));
      }
    }
    return events;
  }

  /** Changes something at random, and returns whether any calendar shows it. */
  change(): { events: StudioRecord[]; isShown: boolean } {
    const visit = this.#pick(this.visits);
    const kind = this.#pick(['class', 'class', 'class', 'capacity', 'instructor', 'end', 'move'] as const);
    if (kind === 'instructor') {
      const id = this.#pick([1, 2, 3]);
      return {
        events: [this.#nameInstructor(id, `Name ${this.#random()}`, 'InstructorChanged')],
        isShown: true,
      };
    }
    if (kind === 'end')
      return { events: visit.isCancelled ? this.#undo(visit) : this.#cancel(visit), isShown: true };
    if (kind === 'move' && !visit.isCancelled) return { events: this.#move(visit), isShown: true };
    const isShown = kind !== 'capacity';
    return { events: [this.#changeClass(visit.classId, isShown)], isShown };
  }

  #changeClass(classId: number, isShown: boolean): StudioRecord {
    const old = this.#find(classId);
    const other = this.#plan();
    const what = this.#pick(SHOWN_CHANGES);
    const planned: PlannedClass = {
      level: what === 'level' ? (LEVELS.find((level) => level !== old.level) ?? old.level) : old.level,
      date: what === 'date' ? (old.date === '2026-03-29' ? '2026-10-25' : '2026-03-29') : old.date,
      time: what === 'time' ? (old.time === other.time ? '05:55' : other.time) : old.time,
      durationMinutes: what === 'duration' ? (old.durationMinutes % 90) + 5 : old.durationMinutes,
      capacity: old.capacity,
      instructorId: what === 'instructor' ? (old.instructorId % 3) + 1 : old.instructorId,
    };
    const next = isShown ? planned : { ...old, capacity: (old.capacity % 20) + 1 };
    this.classes.set(classId, next);
    const startsAt = startOf(next).toISOString();
    const freesCancellation = startsAt !== startOf(old).toISOString();
    return this.#record(`class-${classId}`, {
      type: 'ClassChanged',
      data: { classId, freesCancellation, ...next, startsAt, at: AT },
    });
  }

  #cancel(visit: ExpectedVisit): StudioRecord[] {
    visit.isCancelled = true;
    const reason = this.#pick(['cancelled', 'late_cancelled', 'removed', 'class_cancelled'] as const);
    const { bookingId, classId } = visit;
    return [
      this.#record(`class-${classId}`, {
        type: 'SeatReleased',
        data: { ...this.#pass(bookingId, classId), reason, returnsPass: reason !== 'late_cancelled' },
      }),
    ];
  }

  #undo(visit: ExpectedVisit): StudioRecord[] {
    visit.isCancelled = false;
    return this.#continueAs(visit, visit.classId, 'available');
  }

  #move(visit: ExpectedVisit): StudioRecord[] {
    const old = { bookingId: visit.bookingId, classId: visit.classId };
    const other = this.#pick([...this.classes.keys()].filter((id) => id !== visit.classId));
    return [
      ...this.#continueAs(visit, other, 'used'),
      this.#record(`class-${old.classId}`, {
        type: 'SeatReleased',
        data: { ...this.#pass(old.bookingId, old.classId), reason: 'moved', returnsPass: false },
      }),
    ];
  }

  #continueAs(visit: ExpectedVisit, classId: number, from: 'available' | 'used'): StudioRecord[] {
    const toBookingId = ++this.#bookings;
    const moved = this.#record('wallet-m', {
      type: 'PassMoved',
      data: {
        ...this.#pass(visit.bookingId, visit.classId),
        ...{ from, toBookingId, toClassId: classId, source: 'member' },
        classStartsAt: startOf(this.#find(classId)).toISOString(),
      },
    });
    Object.assign(visit, { bookingId: toBookingId, classId });
    return [moved, this.#seat(toBookingId, classId)];
  }

  #pass(bookingId: number, classId: number) {
    return { memberId: 'm', lotId: 'lot-m', bookingId, classId, at: AT };
  }

  #hold(bookingId: number, classId: number): StudioRecord {
    const classStartsAt = startOf(this.#find(classId)).toISOString();
    return this.#record('wallet-m', {
      type: 'PassHeld',
      data: { ...this.#pass(bookingId, classId), classStartsAt, source: 'member' },
    });
  }

  #seat(bookingId: number, classId: number): StudioRecord {
    return this.#record(`class-${classId}`, {
      type: 'SeatBooked',
      data: { ...this.#pass(bookingId, classId), source: 'member', freeUntil: AT },
    });
  }

  #nameInstructor(instructorId: number, name: string, type: 'InstructorAdded' | 'InstructorChanged') {
    this.instructors.set(instructorId, name);
    const data = { instructorId, name, prenatalSuitable: false, at: AT };
    return this.#record(`instructor-${instructorId}`, { type, data });
  }

  #plan() {
    const minutes = this.#pick(['00', '15', '30', '45'] as const);
    return {
      level: this.#pick(LEVELS),
      // The clocks change from 01:00 to 02:00, which most of these times are close to.
      time: `${String(this.#pick([0, 1, 2, 3, 9, 18, 23])).padStart(2, '0')}:${minutes}`,
      durationMinutes: this.#pick([30, 45, 50, 60, 90]),
      capacity: 7,
      instructorId: this.#pick([1, 2, 3]),
    };
  }

  #find(classId: number): PlannedClass {
    const planned = this.classes.get(classId);
    if (planned === undefined) throw new Error(`There is no class ${classId}`);
    return planned;
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  #record(stream: string, event: StudioEvent): StudioRecord {
    return this.#recorder.record(stream, event);
  }
}

const startOf = ({ date, time }: Pick<PlannedClass, 'date' | 'time'>): Date => toLondonInstant(date, time);
