import { millisecondsInMinute } from 'date-fns/constants';
import type { ClassDetails, ClassEvent } from '#domain/class/events.ts';
import { chooseHeldDetails } from '#domain/class/held-details.ts';
import type { InstructorEvent } from '#domain/instructor/events.ts';
import { computePay, findRate, type Rate } from '#domain/instructor/rates.ts';
import { findOverlap, sumPay } from '#domain/pay/decide.ts';
import type { PayPeriod } from '#domain/pay/decider.ts';
import type { PaidClass, PayAdjustment, PayEvent } from '#domain/pay/events.ts';
import type { Exceptions, Place } from './audit-exception.ts';

/** A closing reads tables, which may be behind by this much: what is more recent is the next period's adjustment. */
const lagMs = 15 * millisecondsInMinute;

interface TaughtClass {
  held: ClassDetails | null;
  readonly taken: Set<number>;
  readonly absent: Set<number>;
  changedAt: string;
}

/** Replays classes, rates and closings, and checks that closed periods paid what follows from the events, each class once. */
export class PayLedger {
  readonly #classes = new Map<number, TaughtClass>();
  readonly #rates = new Map<number, { rates: Rate[]; changedAt: string }>();
  readonly #periods: PayPeriod[] = [];
  readonly #paidClasses = new Set<number>();
  /** All that was paid, by class and instructor. */
  readonly #paid = new Map<string, number>();
  readonly #exceptions: Exceptions;

  constructor(exceptions: Exceptions) {
    this.#exceptions = exceptions;
  }

  applyClass(event: ClassEvent): void {
    const { classId, at } = event.data;
    const entry = this.#classes.get(classId) ?? {
      held: null,
      taken: new Set<number>(),
      absent: new Set<number>(),
      changedAt: at,
    };
    this.#classes.set(classId, entry);
    entry.changedAt = at;
    if (event.type === 'ClassScheduled') entry.held = event.data;
    if (event.type === 'ClassChanged') entry.held = chooseHeldDetails(entry.held, event.data, at);
    if (event.type === 'SeatBooked') entry.taken.add(event.data.bookingId);
    if (event.type === 'SeatReleased') {
      entry.taken.delete(event.data.bookingId);
      entry.absent.delete(event.data.bookingId);
    }
    if (event.type === 'AttendanceMarked') {
      if (event.data.attended === false) entry.absent.add(event.data.bookingId);
      else entry.absent.delete(event.data.bookingId);
    }
  }

  applyInstructor(event: InstructorEvent): void {
    if (event.type !== 'RateSet') return;
    const { instructorId, at } = event.data;
    const { rates } = this.#rates.get(instructorId) ?? { rates: [] };
    this.#rates.set(instructorId, { rates: [...rates, event.data], changedAt: at });
  }

  applyClosing({ data }: PayEvent, place: Place): void {
    const { classes, adjustments, totalPence, at } = data;
    if (findOverlap(this.#periods, data) !== undefined)
      this.#report(place, null, 'days that no other closed period has', `${data.from} to ${data.to}`);
    this.#periods.push({ from: data.from, to: data.to });
    const sum = sumPay(classes) + sumPay(adjustments);
    if (sum !== totalPence) this.#report(place, null, `${sum} pence, the sum of the lines`, `${totalPence}`);
    for (const line of classes) this.#checkClass(line, at, place);
    for (const line of adjustments) this.#checkAdjustment(line, place);
  }

  #checkClass(line: PaidClass, at: string, place: Place): void {
    const { classId, instructorId, heads, pence } = line;
    const entry = this.#classes.get(classId);
    if (this.#paidClasses.has(classId)) this.#report(place, classId, 'a class that was not paid yet', 'paid');
    this.#paidClasses.add(classId);
    this.#addPaid(line);
    if (computePay(line, heads) !== pence)
      this.#report(place, classId, `${computePay(line, heads)} pence for ${heads} heads`, `${pence}`);
    if (entry === undefined || !isSettled(entry.changedAt, at)) return;
    const taught = entry.held?.instructorId;
    if (taught !== instructorId)
      this.#report(place, classId, `pay for instructor ${taught}`, `for instructor ${instructorId}`);
    const counted = entry.taken.size - entry.absent.size;
    if (counted !== heads) this.#report(place, classId, `${counted} heads`, `${heads}`);
    const { rates, changedAt } = this.#rates.get(instructorId) ?? { rates: [], changedAt: '' };
    const rate = findRate(rates, line);
    if (rate === undefined || !isSettled(changedAt, at) || computePay(rate, heads) === pence) return;
    this.#report(place, classId, `${computePay(rate, heads)} pence by the rate of the day`, `${pence}`);
  }

  #checkAdjustment(line: PayAdjustment, place: Place): void {
    const paid = this.#paid.get(toKey(line)) ?? 0;
    if (paid !== line.paidPence)
      this.#report(place, line.classId, `${paid} pence paid before`, `${line.paidPence}`);
    this.#addPaid(line);
  }

  #addPaid(line: PaidClass | PayAdjustment): void {
    this.#paid.set(toKey(line), (this.#paid.get(toKey(line)) ?? 0) + line.pence);
  }

  #report(place: Place, classId: number | null, expected: string, found: string): void {
    const about = classId === null ? {} : { classId };
    const what = classId === null ? 'A closed pay period' : `The pay of class ${classId}`;
    const sentence = `${what} is not what the events say.`;
    this.#exceptions.add('PAY_NOT_AS_EARNED', place, about, { expected, found, sentence });
  }
}

const toKey = ({ classId, instructorId }: PaidClass | PayAdjustment): string => `${classId} ${instructorId}`;

const isSettled = (changedAt: string, at: string): boolean =>
  changedAt === '' || Date.parse(at) - Date.parse(changedAt) > lagMs;
