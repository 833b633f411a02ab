import { z } from 'zod';
import { addDaysToDay, addPeriodToDay, toLondonInstant } from '#domain/london-time.ts';
import { monthlyReportAnswer, weeklyAnalyticsAnswer } from '#services/contract/analytics.ts';
import { membershipAnswer, membershipRedirectAnswer } from '#services/contract/membership.ts';
import { payOnPage } from '#tools/testing/pay-on-page.ts';
import { StudioClient } from '#tools/testing/studio-client.ts';
import { waitFor } from '#tools/testing/wait-for.ts';
import { type RunningStudio, startRunningStudio } from './running-studio.fixture.ts';
import { SandboxClock } from './sandbox-clock.fixture.ts';
import { SimulatedBooks } from './simulated-books.fixture.ts';

const created = { id: z.number() };
const instructorMade = z.object({ instructor: z.object(created) });
const classMade = z.object({ class: z.object(created) });
const passMade = z.object({ classPass: z.object(created) });
const booked = z.object({ bookingId: z.number() });

export interface Product {
  readonly id: number;
  readonly name: string;
  readonly pence: number;
  readonly passes: number;
  readonly lasts: { readonly unit: 'weeks' | 'months'; readonly count: number };
}

export const fiveClassPass: Product = {
  id: 5,
  name: '5 Class Pass',
  pence: 11_000,
  passes: 5,
  lasts: { unit: 'months', count: 2 },
};
export const threeClassPass: Product = {
  id: 4,
  name: '3 Class Pass',
  pence: 6_900,
  passes: 3,
  lasts: { unit: 'months', count: 1 },
};
const singleClass: Product = {
  id: 3,
  name: 'Single Class',
  pence: 2_400,
  passes: 1,
  lasts: { unit: 'weeks', count: 2 },
};

/** A running studio that had a month of sales, bookings and refunds, with books of what its figures should be. */
export class MonthSimulation {
  readonly studio: RunningStudio;
  readonly base: string;
  readonly admin: StudioClient;
  readonly books = new SimulatedBooks();
  /** `yyyy-MM` of the simulated month, and of the month after it. */
  readonly month: string;
  readonly nextMonth: string;
  /** A pass whose price is not divisible by its classes. */
  oddPass: Product | null = null;
  paymentOfAnn = '';
  readonly #clock: SandboxClock;
  readonly #members = new Map<string, StudioClient>();

  private constructor(studio: RunningStudio, admin: StudioClient, firstDay: string) {
    this.studio = studio;
    this.base = studio.process.base;
    this.admin = admin;
    this.#clock = new SandboxClock(this.base);
    this.month = firstDay.slice(0, 7);
    this.nextMonth = addPeriodToDay(firstDay, { unit: 'months', count: 1 }).slice(0, 7);
  }

  /** Starts a studio and simulates the month after the current one. The clock then stands on the first of the next month. */
  static async run(): Promise<MonthSimulation> {
    const studio = await startRunningStudio();
    const today = (await new SandboxClock(studio.process.base).now()).toISOString().slice(0, 10);
    const admin = await new StudioClient(studio.process.base).staff('admin');
    // A full month from today, of which the classes use the days up to the 28th.
    const firstDay = addPeriodToDay(`${today.slice(0, 7)}-01`, { unit: 'months', count: 1 });
    const simulation = new MonthSimulation(studio, admin, firstDay);
    await simulation.#simulate();
    return simulation;
  }

  day = (of: number) => `${this.month}-${String(of).padStart(2, '0')}`;

  readReport(month: string) {
    return this.admin.expect(monthlyReportAnswer, 'GET', `/api/admin/monthly-report?${toMonthQuery(month)}`);
  }

  /** Reads the figures of every week that touches the month, with what the books expect of each. */
  async readWeeks() {
    const back = (new Date(`${this.day(1)}T12:00:00Z`).getUTCDay() + 6) % 7;
    const mondays = [0, 7, 14, 21, 28].map((days) => addDaysToDay(this.day(1), days - back));
    return Promise.all(
      mondays.map(async (monday) => {
        const path = `/api/admin/weekly-analytics?weekStartDate=${monday}`;
        const { weeklyData } = await this.admin.expect(weeklyAnalyticsAnswer, 'GET', path);
        return { weeklyData, expected: this.books.expectedWeek(monday) };
      }),
    );
  }

  async refund(payment: string, product: Product, pence: number, month: string): Promise<void> {
    const countEntries = async () => {
      const [row] = await this.studio.query('SELECT count(*)::int AS n FROM money_entries');
      return Number(row?.n);
    };
    const before = await countEntries();
    const response = await fetch(`${this.base}/sandbox/stripe/v1/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox' },
      body: new URLSearchParams({ payment_intent: payment, amount: String(pence) }),
    });
    if (!response.ok) throw new Error(`Stripe answered ${response.status}: ${await response.text()}`);
    await waitFor(async () => (await countEntries()) > before);
    this.books.refunds.push({ name: product.name, pence, month });
  }

  #moveTo = (date: string, time: string) => this.#clock.moveTo(toLondonInstant(date, time));

  #member(name: string): StudioClient {
    const client = this.#members.get(name);
    if (client === undefined) throw new Error(`There is no member ${name}`);
    return client;
  }

  async #signUp(name: string): Promise<void> {
    this.#members.set(name, await new StudioClient(this.base).signUp(`${name}.figures@example.com`, name));
  }

  /** Buys a pass and returns the id of the payment. */
  async #buy(name: string, product: Product, on: string): Promise<string> {
    const member = this.#member(name);
    const { clientSecret } = await member.expect(
      z.object({ clientSecret: z.string() }),
      'POST',
      '/api/create-payment-intent',
      { passId: product.id },
    );
    const payment = await member.pay(clientSecret);
    await member.expect(z.object({}), 'POST', '/api/complete-payment', { payment_intent_id: payment });
    const { pence, passes } = product;
    this.books.addSale(
      name,
      { name: product.name, pence, month: on.slice(0, 7) },
      passes,
      addPeriodToDay(on, product.lasts),
    );
    return payment;
  }

  async #startMembership(name: string): Promise<void> {
    const member = this.#member(name);
    const { redirectUrl } = await member.expect(
      membershipRedirectAnswer,
      'POST',
      '/api/membership/subscribe',
    );
    await payOnPage(redirectUrl);
    await waitFor(
      async () => (await member.expect(membershipAnswer, 'GET', '/api/membership')).remainingPasses === 12,
    );
    const sale = { name: 'Monthly Membership', pence: 18_000, month: this.month };
    this.books.addSale(name, sale, 12, this.day(28));
  }

  async #addInstructor(name: string): Promise<number> {
    const body = { name, prenatalSuitable: false };
    return (await this.admin.expect(instructorMade, 'POST', '/api/admin/instructors', body)).instructor.id;
  }

  async #schedule(date: string, time: string, instructorId: number, fee: number): Promise<number> {
    const body = { name: 'beginner', date, time, instructorId, maxCapacity: 7 };
    const { id } = (await this.admin.expect(classMade, 'POST', '/api/admin/classes', body)).class;
    this.books.classes.set(id, { date, fee, cancelled: false });
    return id;
  }

  async #book(name: string, classId: number): Promise<number> {
    const { bookingId } = await this.#member(name).expect(booked, 'POST', '/api/bookings', { classId });
    this.books.addUse(name, classId);
    return bookingId;
  }

  async #cancel(name: string, bookingId: number, classId: number, expected: { isRefunded: boolean }) {
    const { refunded } = await this.#member(name).expect(
      z.object({ success: z.literal(true), refunded: z.boolean() }),
      'POST',
      '/api/cancel-booking',
      { bookingId, hoursUntilClass: 1 },
    );
    if (refunded !== expected.isRefunded)
      throw new Error(`The cancellation of ${name} has refunded: ${refunded}`);
    if (refunded) this.books.removeUses(name, classId);
  }

  async #simulate(): Promise<void> {
    // On the first of the next month this day is still among the last 30, however long the month is.
    await this.#moveTo(this.day(3), '06:00');
    const maya = await this.#addInstructor('Maya');
    const noor = await this.#addInstructor('Noor');
    for (const name of ['ann', 'bea', 'cat', 'dan', 'eve']) await this.#signUp(name);
    const paymentOfBea = await this.#sellPasses();

    const first = await this.#schedule(this.day(3), '09:00', maya, 3_000);
    const second = await this.#schedule(this.day(5), '18:15', noor, 3_000);
    for (const name of ['ann', 'bea', 'cat', 'dan', 'eve']) await this.#book(name, first);
    const bookingOfBea = await this.#book('bea', second);
    const bookingOfAnn = await this.#book('ann', second);
    await this.#cancel('ann', bookingOfAnn, second, { isRefunded: true });
    await this.#book('cat', second);
    await this.#moveTo(this.day(5), '10:00');
    await this.#cancel('bea', bookingOfBea, second, { isRefunded: false });

    await this.#moveTo(this.day(10), '09:00');
    const fee = { key: 'instructor_fee_pence', value: '3550' };
    await this.admin.expect(z.object({}), 'POST', '/api/admin/settings', fee);
    const third = await this.#schedule(this.day(12), '07:30', maya, 3_550);
    const fourth = await this.#schedule(this.day(14), '19:00', noor, 3_550);
    const cancelled = await this.#schedule(this.day(14), '20:00', noor, 3_550);
    // The last pass of Cat's lot carries the remainder of its price.
    for (const name of ['ann', 'cat', 'eve']) await this.#book(name, third);
    await this.#book('ann', fourth);
    await this.#book('eve', cancelled);
    await this.admin.expect(z.object({}), 'DELETE', `/api/admin/classes/${cancelled}`);
    this.books.cancelClass(cancelled);

    await this.#moveTo(this.day(20), '12:00');
    await this.refund(paymentOfBea, threeClassPass, 2_300, this.month);
    await this.#moveTo(`${this.nextMonth}-01`, '00:30');
  }

  /** Sells each member a pass or a membership. Returns the payment of Bea. */
  async #sellPasses(): Promise<string> {
    const name = '3 for the odd';
    const validity = { unit: 'months', count: 3 } as const;
    const { classPass } = await this.admin.expect(passMade, 'POST', '/api/admin/class-passes', {
      name,
      classes: 3,
      price: 10_000,
      description: 'Leaves a remainder',
      isActive: true,
      isSignUpOnly: false,
      isPopular: false,
      validity,
    });
    this.oddPass = { id: classPass.id, name, pence: 10_000, passes: 3, lasts: validity };
    this.paymentOfAnn = await this.#buy('ann', fiveClassPass, this.day(3));
    const paymentOfBea = await this.#buy('bea', threeClassPass, this.day(3));
    await this.#buy('cat', this.oddPass, this.day(3));
    await this.#buy('dan', singleClass, this.day(3));
    await this.#startMembership('eve');
    return paymentOfBea;
  }
}

/** The query of a month `yyyy-MM`: `year=2026&month=5`. */
export function toMonthQuery(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return `year=${year}&month=${number}`;
}
