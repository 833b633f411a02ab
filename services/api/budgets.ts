/** How many calls one person may make within a time, over all routes that share the budget. */
export interface Budget {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
  /** So many calls in a window cost no statement: a process counts them itself, and adds them when there are more. */
  readonly uncounted: number;
}

const minuteMs = 60_000;

/** What creates something at Stripe. */
const payment: Budget = { name: 'payment', max: 20, windowMs: 10 * minuteMs, uncounted: 0 };
/** What reads something from Stripe again, as a page does while a bank decides. */
const paymentResult: Budget = { name: 'payment-result', max: 60, windowMs: 10 * minuteMs, uncounted: 0 };
/** Passwords and addresses, whose checks cost processor time and emails. */
const credentials: Budget = { name: 'credentials', max: 20, windowMs: 10 * minuteMs, uncounted: 0 };
const account: Budget = { name: 'account', max: 30, windowMs: minuteMs, uncounted: 2 };
/** Far more than a person presses at noon of a release day, and without a statement for those who press a few times. */
const booking: Budget = { name: 'booking', max: 60, windowMs: minuteMs, uncounted: 10 };
/** A whole class's attendance, or a week of the timetable, in quick succession. */
const staff: Budget = { name: 'staff', max: 300, windowMs: minuteMs, uncounted: 20 };
/** What reads everything. */
const everything: Budget = { name: 'export', max: 5, windowMs: 10 * minuteMs, uncounted: 0 };
/** What reads large files. */
const upload: Budget = { name: 'upload', max: 60, windowMs: 10 * minuteMs, uncounted: 0 };
/** What emails every member. */
const campaign: Budget = { name: 'campaign', max: 20, windowMs: 10 * minuteMs, uncounted: 0 };

/** The budget of each write of a signed-in member or member of staff, by method and path. */
const byRoute: Readonly<Record<string, Budget>> = {
  'POST /api/create-payment-intent': payment,
  'POST /api/checkout': payment,
  'POST /api/create-membership-subscription': payment,
  'POST /api/membership/subscribe': payment,
  'POST /api/membership/:id/cancel': payment,
  'POST /api/membership/:id/resume': payment,
  'POST /api/membership/:id/plan': payment,
  'POST /api/membership/:id/pause': payment,
  'DELETE /api/membership/:id/pause': payment,
  'POST /api/membership/:id/withdraw': payment,
  'POST /api/complete-payment': paymentResult,
  'POST /api/membership/complete': paymentResult,

  'POST /api/bookings': booking,
  'POST /api/bookings/:id/move': booking,
  'POST /api/bookings/:id/undo-cancellation': booking,
  'POST /api/cancel-booking': booking,
  'POST /api/waitlist': booking,
  'POST /api/waitlist/confirm': booking,
  'DELETE /api/waitlist': booking,

  'PUT /api/user/profile': account,
  'PUT /api/user/health': account,
  'PUT /api/user/consents': account,
  'PUT /api/user/notifications': account,
  'POST /api/user/passes/:lotId/withdraw': account,
  'POST /api/user/push-subscriptions': account,
  'POST /api/user/push-subscriptions/check': account,
  'DELETE /api/user/push-subscriptions': account,
  'DELETE /api/user/cards/:id': account,
  'DELETE /api/user/devices/:id': account,
  'POST /api/user/passkeys/options': account,
  'POST /api/user/passkeys': account,
  'DELETE /api/user/passkeys/:id': account,
  'POST /api/user/calendar-feed': account,
  'DELETE /api/user/calendar-feed': account,
  'POST /api/auth/signout': account,
  'POST /api/auth/signout-everywhere': account,

  'PUT /api/user/password': credentials,
  'POST /api/user/email': credentials,
  'POST /api/user/email/try-again': credentials,
  'DELETE /api/user': credentials,
  'PUT /api/staff/password': credentials,

  'POST /api/admin/memberships/:id/cancel': payment,
  'POST /api/admin/memberships/:id/pause': payment,
  'DELETE /api/admin/memberships/:id/pause': payment,
  'POST /api/admin/export': everything,
  'POST /api/admin/imports': upload,
  'POST /api/admin/imports/:id/invite': campaign,
  'POST /api/admin/payments/:id/refund': payment,
  'POST /api/admin/disputes/:id/evidence': payment,
  'POST /api/admin/send-prelaunch-emails': campaign,
  'POST /api/admin/brevo/add-existing-members': campaign,
  'POST /api/admin/brevo/add-non-booking-members': campaign,
  'POST /api/admin/staff': campaign,
  'POST /api/admin/staff/:id/invite': campaign,
};

/** The budget of all other writes below a path. */
const byPrefix: readonly (readonly [string, Budget])[] = [
  ['/api/admin/', staff],
  ['/api/instructor/', staff],
  ['/api/staff/', staff],
];

const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';

/** The budget of a route by its pattern; undefined for reads, and for writes that no table names. */
export function findBudget(method: string, pattern: string): Budget | undefined {
  if (!isWrite(method)) return undefined;
  return byRoute[`${method} ${pattern}`] ?? byPrefix.find(([prefix]) => pattern.startsWith(prefix))?.[1];
}

/** @throws Error for a write of signed-in people without a budget */
export function requireBudget(method: string, pattern: string): void {
  if (isWrite(method) && findBudget(method, pattern) === undefined)
    throw new Error(`${method} ${pattern} has no budget in services/api/budgets.ts.`);
}
