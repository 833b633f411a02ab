import type { AcceptedTerms } from '#domain/accepted-terms.ts';
import { startCheckout as decide } from '#domain/checkout/decide.ts';
import { checkoutDecider } from '#domain/checkout/decider.ts';
import { reserveSeat } from '#domain/class/decide-seats.ts';
import { classDecider } from '#domain/class/decider.ts';
import type { ClassEvent } from '#domain/class/events.ts';
import type { SeenClass } from '#domain/class/seen-class.ts';
import type { ClassState, SeatReservation } from '#domain/class/state.ts';
import { computeExpiry } from '#domain/london-time.ts';
import type { PaymentOrder } from '#domain/payment/events.ts';
import { Refusal } from '#domain/refusal.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import { assertNoOverlap } from '#domain/wallet/overlap.ts';
import { hasMembership, type WalletState } from '#domain/wallet/state.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { withOtherClasses } from '../booking/with-other-classes.ts';
import { defineCommand } from '../define-command.ts';
import { freeSeat } from '../payment/free-seat.ts';
import { openPayment, readOrder, type StartPaymentDeps } from '../payment/start-payment.ts';
import { readRules } from '../rules/read-rules.ts';
import { stepContext } from '../step-context.ts';

export interface CheckoutDeps extends StartPaymentDeps {
  readonly nextBookingId: () => Promise<number>;
}

interface CheckoutRequest {
  readonly memberId: string;
  readonly classId: number;
  readonly passId: number;
  readonly requestKey: string;
  /** What the member saw of the class, and the price that they saw of the pass. */
  readonly expected?: SeenClass | undefined;
  readonly expectedPricePence?: number | undefined;
  /** Books also at the time of another booking of the member. */
  readonly allowOverlap?: boolean | undefined;
  /** The member agreed that Stripe keeps the card. */
  readonly savesCard?: boolean | undefined;
  /** The text of the terms that the member accepts. */
  readonly terms?: AcceptedTerms | undefined;
  /** A payment that the member may have left open for the same pass and class. */
  readonly openPaymentId: string | null;
}

interface Reserved {
  readonly bookingId: number;
  readonly reservation: SeatReservation;
  readonly classStartsAt: string;
}

/** What a checkout that is possible goes on with. */
interface Plan {
  readonly order: PaymentOrder;
  readonly wallet: WalletState;
  readonly decideSeat: (state: ClassState, bookingId: number) => ClassEvent[];
}

/** Refuses what would be refused after the checkout began, while nothing has been appended. */
async function planCheckout(
  deps: CheckoutDeps,
  request: CheckoutRequest,
  { now }: CommandContext,
): Promise<Plan> {
  const { deciders } = deps;
  const { memberId, classId, passId, expected, expectedPricePence, allowOverlap } = request;
  const [{ state: found }, { state: wallet }, rules, order] = await Promise.all([
    deciders.load(classDecider, String(classId)),
    deciders.load(walletDecider, memberId),
    readRules(deciders),
    readOrder(deps, { memberId, passId, expectedPricePence }, now),
  ]);
  const hasPriority = hasMembership(wallet, now);
  const decideSeat = (state: ClassState, bookingId: number) =>
    reserveSeat(state, { bookingId, memberId, hasPriority, expected, now }, rules);
  decideSeat(found, 0);
  const { details } = found;
  if (details === null) throw new Refusal('CLASS_NOT_FOUND');
  if (computeExpiry(now, order.validity) < new Date(details.startsAt))
    throw new Refusal('PASS_ENDS_BEFORE_CLASS');
  await withOtherClasses(
    deps,
    { memberId, classId, source: 'member', allowOverlap, now },
    async (toOverlapCheck) => {
      const check = toOverlapCheck(details);
      if (check !== undefined) assertNoOverlap(wallet, check);
    },
  );
  return { order, wallet, decideSeat };
}

/**
 * Reserves a seat of the class for the member, and frees the one that was reserved in another class. Of two checkouts at the same time, the
 * one that began later keeps its seat.
 */
async function reserve(
  deps: CheckoutDeps,
  { memberId, classId }: CheckoutRequest,
  { wallet, decideSeat }: Plan,
  context: CommandContext,
): Promise<Reserved> {
  const { deciders } = deps;
  const { now } = context;
  const nextId = await deps.nextBookingId();
  const begun = await deciders.handle(checkoutDecider, memberId, context, (state) =>
    decide(state, { memberId, classId, bookingId: nextId, usedBookings: wallet.passes, now }),
  );
  const { current, previous } = begun.state;
  if (current === null) throw new Error('The checkout did not begin');
  const { bookingId } = current;
  const { state } = await deciders.handle(
    classDecider,
    String(classId),
    stepContext(context, bookingId, 'reserve'),
    (found) => decideSeat(found, bookingId),
  );
  if (previous !== null && previous.classId !== classId)
    await freeSeat(deps, { ...previous, memberId, because: 'other_class' }, context);
  const { state: latest } = await deciders.load(checkoutDecider, memberId);
  if (latest.current?.bookingId !== bookingId) {
    await freeSeat(deps, { classId, bookingId, memberId, because: 'other_class' }, context);
    throw new Refusal('CONFLICT');
  }
  const reservation = state.reservations.find((each) => each.memberId === memberId);
  if (reservation === undefined || state.details === null)
    throw new Error(`Booking ${bookingId} has no reservation`);
  return { bookingId, reservation, classStartsAt: state.details.startsAt };
}

/**
 * Keeps a seat for ten minutes and opens a payment for a pass that books it. `completePayment` does the rest.
 * @throws Refusal as `readOrder` and `reserveSeat`; PASS_ENDS_BEFORE_CLASS, OVERLAPS_BOOKING; CONFLICT when a later checkout of the
 * member overtook this one; PaymentsUnavailable
 */
export const startCheckout = defineCommand(
  'start-checkout',
  async (deps: CheckoutDeps, request: CheckoutRequest, context: CommandContext) => {
    const plan = await planCheckout(deps, request, context);
    const { bookingId, reservation, classStartsAt } = await reserve(deps, request, plan, context);
    const { memberId, classId, expected, allowOverlap, requestKey, savesCard, openPaymentId, terms } =
      request;
    const booking = {
      bookingId,
      classId,
      classStartsAt,
      ...(expected === undefined ? {} : { expected }),
      ...(allowOverlap === true ? { allowOverlap } : {}),
    };
    const payment = await openPayment(
      deps,
      // The body of a checkout demands it.
      {
        memberId,
        order: plan.order,
        booking,
        requestKey,
        savesCard,
        openPaymentId,
        startsAtOnce: true,
        terms,
      },
      context,
    );
    return { ...payment, bookingId, reservedUntil: reservation.until };
  },
);
