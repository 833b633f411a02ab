import { randomUUID } from 'node:crypto';
import { millisecondsInMinute } from 'date-fns/constants';
import { z } from 'zod';
import { startCheckout } from '#services/commands/checkout/start-checkout.ts';
import { payByCard } from '#tools/testing/pay-by-card.ts';
import { advanceWaitlistJob } from '#workers/jobs/advance-waitlist/definition.ts';
import { completePaymentJob } from '#workers/jobs/complete-payment/definition.ts';
import { sendNotBooked } from '#workers/jobs/send-not-booked/definition.ts';
import type { Cell, CellMember } from '../cell.ts';
import type { AcceptedDifference, Scenario } from '../scenario.ts';
import { emptyCustomer, overtakenReadModel, unusedPayment } from './open-payments.ts';
import { book, completePayment, threeClassPass } from './steps.ts';

const checkoutAnswer = z.object({ clientSecret: z.string() });

const toBody = (classId: number, requestKey: string) => ({
  classId,
  passId: threeClassPass,
  requestKey,
  acceptTerms: true,
  startNow: true,
});

/** Keeps a seat, pays for a pass with a card, and returns the payment's id. */
async function payForClass(cell: Cell, { token }: CellMember, classId: number): Promise<string> {
  const { clientSecret } = checkoutAnswer.parse(
    await cell.request(token, 'POST', '/api/checkout', toBody(classId, randomUUID())),
  );
  return (await payByCard(cell.studio.siteUrl, { clientSecret })).id;
}

/** Keeps a seat that lapsed a minute ago, and returns the payment, unpaid. */
async function reserveBefore(cell: Cell, { id: memberId }: CellMember, classId: number) {
  const { surviving } = cell.studio;
  const started = await startCheckout(
    { ...surviving, nextBookingId: () => cell.nextId('booking_id_seq') },
    { memberId, classId, passId: threeClassPass, requestKey: randomUUID(), openPaymentId: null },
    cell.context(11 * millisecondsInMinute),
  );
  await cell.studio.waitForReadModels(started.position);
  return started;
}

/** Keeps a seat that another member has booked when the payment comes, and returns the payment's id. */
async function payTooLate(cell: Cell, ann: CellMember, classId: number): Promise<string> {
  const started = await reserveBefore(cell, ann, classId);
  await book(cell, await cell.addMember('bea', 1), classId);
  return (await payByCard(cell.studio.siteUrl, started)).id;
}

const interruptedCheckout: readonly AcceptedDifference[] = [
  {
    lines: /^[-+] checkout: CheckoutStarted(; CheckoutStarted)?$/,
    reason: 'an interrupted checkout has begun; without a payment nothing follows from it',
  },
  {
    lines:
      /^[-+] class: ClassScheduled \([^)]*\)(; SeatReserved; ReservationLapsed \(because (time|other_class)\))?$/,
    reason: 'the seat of an interrupted checkout was kept for a while, and is free again',
  },
];

/** Purchases that book a class. */
export const checkoutScenarios: readonly Scenario[] = [
  {
    covers: ['checkout/start-checkout', 'payment/free-seat'],
    acceptedDifferences: [unusedPayment, overtakenReadModel, emptyCustomer, ...interruptedCheckout],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const [first, second] = [await cell.addClass(), await cell.addClass()];
      await cell.request(ann.token, 'POST', '/api/checkout', toBody(first, randomUUID()));
      const body = toBody(second, randomUUID());
      return () => cell.request(ann.token, 'POST', '/api/checkout', body);
    },
  },
  {
    covers: ['payment/complete-payment', 'payment/book-purchase'],
    case: 'it books a class',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const id = await payForClass(cell, ann, await cell.addClass());
      return () => completePayment(cell, ann, id);
    },
  },
  {
    covers: ['job complete-payment', 'payment/book-purchase'],
    case: 'its class is full by now',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const classId = await cell.addClass({ capacity: 1 });
      const paymentIntentId = await payTooLate(cell, ann, classId);
      return () => cell.runJob(completePaymentJob, { paymentIntentId });
    },
  },
  {
    covers: ['job advance-waitlist'],
    case: 'a reservation is over',
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const classId = await cell.addClass({ capacity: 1 });
      await reserveBefore(cell, ann, classId);
      return () => cell.runJob(advanceWaitlistJob, { classId });
    },
  },
  {
    covers: ['job send-not-booked'],
    async prepare(cell) {
      const ann = await cell.addMember('ann');
      const classId = await cell.addClass({ capacity: 1 });
      const paymentIntentId = await payTooLate(cell, ann, classId);
      await completePayment(cell, ann, paymentIntentId);
      const purchase = { memberId: ann.id, paymentIntentId, classId };
      return () => cell.runJob(sendNotBooked, purchase, paymentIntentId);
    },
  },
];
