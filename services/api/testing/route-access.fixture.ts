/** Who may call a route: anyone, members, these roles of the staff, or a provider with a secret that opens no session. */
export type Access = 'anyone' | 'member' | 'provider' | readonly ('admin' | 'instructor' | 'auditor')[];

const everyRole: Access = ['admin', 'instructor', 'auditor'];

/** Access by the beginning of a path, unless the route is declared itself. */
const byPrefix: readonly (readonly [string, Access])[] = [
  ['/api/admin/', ['admin']],
  ['/api/instructor/', ['instructor', 'admin']],
  ['/api/audit/', ['auditor', 'admin']],
];

/** Access by `METHOD path` as in the OpenAPI document; a new route under a prefix above needs no line here. */
const byRoute: Readonly<Record<string, Access>> = {
  'GET /health/live': 'anyone',
  'GET /health/serving': 'anyone',
  'GET /health/ready': 'anyone',
  'GET /api/config': 'anyone',
  'GET /api/events': 'anyone',
  'GET /api/class-passes': 'anyone',
  'GET /api/classes': 'anyone',
  'GET /api/classes/{classId}': 'anyone',
  'GET /api/calendar/{token}.ics': 'anyone',
  'GET /api/settings/membership_availability': 'anyone',
  'GET /api/membership/plans': 'anyone',
  'GET /api/rules': 'anyone',
  'GET /api/closures': 'anyone',
  'POST /api/registrations': 'anyone',
  'POST /api/complaints': 'anyone',
  'POST /api/newsletter/unsubscribe': 'anyone',
  'POST /unsubscribe': 'anyone',
  'POST /api/webhooks/stripe': 'anyone',
  'POST /api/webhooks/brevo': 'provider',
  // Returns no more than the public page shows.
  'GET /api/admin/instructors': 'anyone',

  'POST /api/auth/signup': 'anyone',
  'POST /api/auth/signin': 'anyone',
  'POST /api/auth/passkey/options': 'anyone',
  'POST /api/auth/passkey': 'anyone',
  'POST /api/auth/email-code': 'anyone',
  'POST /api/auth/email-code/verify': 'anyone',
  'POST /api/auth/forgot-password': 'anyone',
  'POST /api/auth/reset-password': 'anyone',
  // The token in the link identifies the member.
  'POST /api/auth/cancel-email-change': 'anyone',
  'POST /api/auth/confirm-email': 'anyone',
  'POST /api/auth/verify-email': 'anyone',
  'POST /api/auth/signout': 'member',
  'POST /api/auth/signout-everywhere': 'member',
  'GET /api/auth/user': 'member',
  'GET /api/auth/credits': 'member',

  'POST /api/bookings': 'member',
  'POST /api/bookings/{id}/move': 'member',
  'POST /api/bookings/{id}/undo-cancellation': 'member',
  'GET /api/bookings/{id}/calendar.ics': 'member',
  'GET /api/my-bookings': 'member',
  'POST /api/cancel-booking': 'member',
  'GET /api/waitlist': 'member',
  'GET /api/waitlist/mine': 'member',
  'GET /api/waitlist/{classId}': 'member',
  'GET /api/waitlist/{classId}/receipt': 'member',
  'POST /api/waitlist': 'member',
  'POST /api/waitlist/confirm': 'member',
  'DELETE /api/waitlist': 'member',
  'POST /api/create-payment-intent': 'member',
  'POST /api/checkout': 'member',
  'POST /api/complete-payment': 'member',
  'GET /api/membership': 'member',
  'POST /api/membership/{id}/plan': 'member',
  'POST /api/create-membership-subscription': 'member',
  'POST /api/membership/subscribe': 'member',
  'POST /api/membership/complete': 'member',
  'POST /api/membership/{id}/cancel': 'member',
  'POST /api/membership/{id}/resume': 'member',
  'POST /api/membership/{id}/pause': 'member',
  'DELETE /api/membership/{id}/pause': 'member',
  'POST /api/membership/{id}/withdraw': 'member',

  'GET /api/user/profile': 'member',
  'PUT /api/user/profile': 'member',
  'POST /api/user/email': 'member',
  'POST /api/user/email/try-again': 'member',
  'PUT /api/user/health': 'member',
  'PUT /api/user/password': 'member',
  'GET /api/user/passes': 'member',
  'GET /api/user/passes/{lotId}/history': 'member',
  'POST /api/user/passes/{lotId}/withdraw': 'member',
  'GET /api/user/special-offer-eligibility': 'member',
  'GET /api/user/calendar-feed': 'member',
  'POST /api/user/calendar-feed': 'member',
  'DELETE /api/user/calendar-feed': 'member',
  'GET /api/user/consents': 'member',
  'PUT /api/user/consents': 'member',
  'GET /api/user/notifications': 'member',
  'PUT /api/user/notifications': 'member',
  'GET /api/push/key': 'anyone',
  'POST /api/user/push-subscriptions': 'member',
  'POST /api/user/push-subscriptions/check': 'member',
  'DELETE /api/user/push-subscriptions': 'member',
  'GET /api/user/devices': 'member',
  'DELETE /api/user/devices/{id}': 'member',
  'GET /api/user/passkeys': 'member',
  'POST /api/user/passkeys/options': 'member',
  'POST /api/user/passkeys': 'member',
  'DELETE /api/user/passkeys/{id}': 'member',
  'GET /api/user/cards': 'member',
  'DELETE /api/user/cards/{id}': 'member',
  'GET /api/user/export': 'member',
  'DELETE /api/user': 'member',

  'GET /api/staff/gate': 'anyone',
  'POST /api/staff/session': 'anyone',
  'POST /api/staff/invitation': 'anyone',
  'POST /api/staff/join': 'anyone',
  'POST /api/staff/password/forgot': 'anyone',
  'POST /api/staff/password/reset': 'anyone',
  'GET /api/staff/session': everyRole,
  'DELETE /api/staff/session': everyRole,
  'PUT /api/staff/password': everyRole,
  'GET /api/staff/second-factor': everyRole,
  'POST /api/staff/second-factor': everyRole,
  'POST /api/staff/second-factor/setup': everyRole,
  'POST /api/staff/second-factor/recovery-codes': everyRole,
  'POST /api/staff/second-factor/remove': everyRole,
};

/** Finds who may call `METHOD path`; undefined if the route is not declared. */
export function findAccess(route: string): Access | undefined {
  const path = route.slice(route.indexOf(' ') + 1);
  return byRoute[route] ?? byPrefix.find(([prefix]) => path.startsWith(prefix))?.[1];
}

/** The routes declared by name; the test checks that each exists. */
export const declaredRoutes: readonly string[] = Object.keys(byRoute);
