/** How the tests call a route: the caller, and a body that passes the schema but refers to nothing that exists. */
export interface RouteCase {
  readonly as: 'visitor' | 'member' | 'admin';
  /** A body of the right shape. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Further values for fields of the body that break a rule of the studio. */
  readonly wrong?: Readonly<Record<string, readonly unknown[]>>;
  /** Query strings that must be refused. */
  readonly wrongQueries?: readonly string[];
  /** The status of the answer without any input, if that is not a refusal. */
  readonly answers?: number;
}

/** The largest integer of Postgres. */
const unknownId = 2_147_483_647;
const wrongKeys = ['', 'once', 7];
const wrongDates = [
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-2-3',
  '0000-00-00',
  '12/05/2026',
  'today',
  '',
];
const wrongTimes = ['22:00', '24:00', '9:30', '09:60', '09:30:00', 'noon', ''];
const wrongDateQueries = ['', ...wrongDates.map((date) => `date=${encodeURIComponent(date)}`)].concat(
  'date=2026-05-12&date=2026-05-13',
  'date[]=2026-05-12',
  'date=%00',
  'date=2026-05-12%00',
  'date=%ED%A0%80',
);
const wrongMonthQueries = [
  '',
  'year=2026',
  'month=5',
  'year=2026&month=0',
  'year=2026&month=13',
  'year=26&month=5',
  'year=2026&month=May',
  'year=2026&month=5&month=6',
  'year=2026&month=%00',
];
const wrongMomentQueries = ['upTo=', 'upTo=-1', 'upTo=latest', 'upTo=1234567890123456789'];
const wrongInstantQueries = [
  'asOf=',
  'asOf=yesterday',
  'asOf=2026-05-12',
  'asOf=2026-02-30T10:00:00Z',
  'asOf=2026-05-12T09:00:00',
];
const classBody = {
  name: 'beginner',
  date: '2026-05-12',
  time: '09:30',
  instructorId: unknownId,
  maxCapacity: 7,
  duration: 50,
};
const wrongClass = {
  name: ['yoga', 'Beginner', ''],
  date: wrongDates,
  time: wrongTimes,
  maxCapacity: [0, 21, '7'],
  duration: [9, 241, '50'],
  instructorId: ['1', 0],
};

const passBody = {
  name: '8 Class Pass',
  classes: 8,
  price: 16_000,
  description: 'Eight classes',
  isActive: true,
  isSignUpOnly: false,
  isPopular: false,
  validity: { unit: 'months', count: 2 },
};
const wrongPass = {
  name: ['', '   ', 'x'.repeat(121)],
  classes: [0, 201, '8'],
  price: [0, 1_000_001, '16000', 160.5],
  description: ['x'.repeat(501)],
  isActive: ['true', 1],
  validity: [
    { unit: 'days', count: 3 },
    { unit: 'weeks', count: 0 },
    { unit: 'months', count: 25 },
  ],
};

const templateClassBody = {
  dayOfWeek: 1,
  name: 'beginner',
  time: '09:00',
  instructorId: unknownId,
  maxCapacity: 7,
};
const wrongTemplateClass = {
  dayOfWeek: [7, '1'],
  name: wrongClass.name,
  time: wrongTimes,
  maxCapacity: wrongClass.maxCapacity,
  instructorId: wrongClass.instructorId,
};

/** Every route of the API, by `METHOD path` as in the OpenAPI document. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /health/live': { as: 'visitor', answers: 200 },
  'GET /health/serving': { as: 'visitor', answers: 200 },
  'GET /health/ready': { as: 'visitor', answers: 200 },
  'GET /api/config': { as: 'visitor', answers: 200 },
  'POST /api/auth/signup': {
    as: 'visitor',
    body: {
      name: 'Ann Example',
      email: 'ann.bad-input@example.com',
      phone: '07700 900123',
      password: 'seaside-7',
      dateOfBirth: '1990-05-12',
      onMedication: false,
      medicationDetails: 'none',
      hasInjuries: false,
      injuryDetails: 'none',
      isPregnantOrPostpartum: false,
      painfulMovements: false,
      painfulMovementDetails: 'none',
      okWithHandsOnCorrections: true,
      newsletter: false,
    },
    wrong: {
      name: ['A', '   ', ''],
      email: ['ann', 'ann@', '@example.com', 'ann@example', 'a n@example.com', 'ann@example.com\n', ''],
      phone: ['0770', '0'.repeat(31), ''],
      password: ['12345', 'x'.repeat(201), ''],
      dateOfBirth: [...wrongDates.filter((date) => date !== ''), '1899-12-31', '2999-01-01'],
      onMedication: ['false', 'yes'],
    },
  },
  'POST /api/auth/signin': {
    as: 'visitor',
    body: { email: 'nobody@example.com', password: 'wrong-password' },
    wrong: { email: ['nobody', ''], password: [''] },
  },
  'POST /api/auth/signout': { as: 'visitor' },
  // A visitor, because the other cases need the member's session.
  'POST /api/auth/signout-everywhere': { as: 'visitor' },
  'POST /api/auth/forgot-password': {
    as: 'visitor',
    body: { email: 'nobody@example.com' },
    wrong: { email: ['nobody', ''] },
  },
  'POST /api/user/email': {
    as: 'member',
    body: { newEmail: 'somebody@example.com', currentPassword: 'not-my-password' },
    wrong: { newEmail: ['nobody', ''], currentPassword: [''] },
  },
  'POST /api/auth/confirm-email': {
    as: 'visitor',
    body: { token: 'invented-token' },
    wrong: { token: ['', 'x'.repeat(201)] },
  },
  'POST /api/auth/reset-password': {
    as: 'visitor',
    body: { token: 'invented-token', password: 'seaside-8' },
    wrong: { token: [''], password: ['12345', 'x'.repeat(201), ''] },
  },
  'GET /api/auth/user': { as: 'visitor' },
  'GET /api/auth/credits': { as: 'member', answers: 200 },
  'GET /api/class-passes': { as: 'visitor', answers: 200 },
  'GET /api/classes': { as: 'visitor', wrongQueries: wrongDateQueries },
  'GET /api/classes/{classId}': { as: 'visitor' },
  'POST /api/bookings': {
    as: 'member',
    body: { classId: unknownId },
    wrong: { classId: ['1', unknownId + 1] },
  },
  'POST /api/bookings/{id}/move': {
    as: 'member',
    body: { classId: unknownId },
    wrong: { classId: ['1', unknownId + 1] },
  },
  'POST /api/bookings/{id}/undo-cancellation': { as: 'member' },
  'GET /api/bookings/{id}/calendar.ics': { as: 'member' },
  'GET /api/calendar/{token}.ics': { as: 'visitor' },
  'GET /api/user/calendar-feed': { as: 'member', answers: 200 },
  'POST /api/user/calendar-feed': { as: 'member', answers: 200 },
  'DELETE /api/user/calendar-feed': { as: 'member', answers: 200 },
  'GET /api/my-bookings': { as: 'member', answers: 200 },
  'POST /api/cancel-booking': {
    as: 'member',
    body: { bookingId: unknownId, hoursUntilClass: 30 },
    wrong: { bookingId: ['1', unknownId + 1], hoursUntilClass: ['30'] },
  },
  'GET /api/waitlist/{classId}': { as: 'member' },
  'GET /api/waitlist/mine': { as: 'member', answers: 200 },
  'GET /api/waitlist': { as: 'member', wrongQueries: wrongDateQueries },
  'POST /api/waitlist': {
    as: 'member',
    body: { classId: unknownId },
    wrong: { classId: ['1', unknownId + 1] },
  },
  'DELETE /api/waitlist': {
    as: 'member',
    body: { classId: unknownId },
    wrong: { classId: ['1', unknownId + 1] },
  },
  'GET /api/user/passes': { as: 'member', answers: 200 },
  'GET /api/user/passes/{lotId}/history': { as: 'member' },
  'GET /api/user/special-offer-eligibility': { as: 'member', answers: 200 },
  'GET /api/settings/membership_availability': { as: 'visitor', answers: 200 },
  'GET /api/membership': { as: 'member', answers: 200 },
  'POST /api/create-membership-subscription': { as: 'member', answers: 503 },
  'POST /api/membership/subscribe': { as: 'member', answers: 503 },
  'POST /api/membership/complete': {
    as: 'member',
    body: { session_id: 'cs_unknown' },
    wrong: { session_id: ['', 'cs_', 'sub_1', `cs_${'x'.repeat(300)}`] },
  },
  'POST /api/membership/{id}/cancel': { as: 'member' },
  'POST /api/membership/{id}/resume': { as: 'member' },
  'GET /api/admin/settings': { as: 'admin', answers: 200 },
  'GET /api/admin/settings/{key}/history': { as: 'admin' },
  'POST /api/admin/settings': {
    as: 'admin',
    body: { key: 'membership_availability', value: 'open', description: 'Whether memberships are open' },
    wrong: {
      key: ['', 'demo_studio', 'no_such_setting'],
      value: ['', 'ajar', '7'],
      description: ['x'.repeat(501)],
    },
  },
  'GET /api/admin/memberships': { as: 'admin', answers: 200 },
  'POST /api/admin/memberships/{id}/cancel': { as: 'admin' },
  'POST /api/registrations': {
    as: 'visitor',
    body: {
      name: 'Ann Example',
      email: 'ann.registers@example.com',
      phone: '07700 900123',
      message: 'Please let me know',
    },
    wrong: {
      name: ['A', '   ', ''],
      email: ['ann', 'ann@', ''],
      phone: ['0770', '0'.repeat(31), ''],
      message: ['x'.repeat(2_001)],
      requestKey: wrongKeys,
    },
  },
  'GET /api/user/profile': { as: 'member' },
  'PUT /api/user/profile': {
    as: 'member',
    body: { name: 'Ann Example', phone: '07700 900123', dateOfBirth: '1990-05-12' },
    wrong: {
      name: ['A', '   ', ''],
      phone: ['0770', '0'.repeat(31), ''],
      dateOfBirth: [...wrongDates.filter((date) => date !== ''), '1899-12-31', '2999-01-01'],
    },
  },
  'PUT /api/user/health': {
    as: 'member',
    body: {
      onMedication: true,
      medicationDetails: 'none',
      hasInjuries: true,
      injuryDetails: 'none',
      isPregnantOrPostpartum: false,
      painfulMovements: true,
      painfulMovementDetails: 'none',
      okWithHandsOnCorrections: true,
    },
    wrong: { onMedication: ['true', 1], medicationDetails: ['x'.repeat(2_001)] },
  },
  'PUT /api/user/password': {
    as: 'member',
    body: { currentPassword: 'not-it', newPassword: 'seaside-8' },
    wrong: { currentPassword: ['', 'x'.repeat(201)], newPassword: ['12345', ''] },
  },
  'GET /api/user/export': { as: 'member' },
  'DELETE /api/user': {
    as: 'member',
    body: { password: 'not-it' },
    wrong: { password: ['', 'x'.repeat(201)] },
  },
  'GET /api/user/consents': { as: 'member', answers: 200 },
  'PUT /api/user/consents': { as: 'member', body: { newsletter: true }, wrong: { newsletter: ['true', 1] } },
  'POST /api/newsletter/unsubscribe': {
    as: 'visitor',
    body: { token: 'invented-token.signature' },
    wrong: { token: ['', 'short', 'x y z 1 2 3 4'] },
  },
  'POST /api/create-payment-intent': {
    as: 'member',
    body: { passId: unknownId },
    wrong: { passId: ['1', unknownId + 1] },
  },
  'POST /api/complete-payment': {
    as: 'member',
    body: { payment_intent_id: 'pi_unknown' },
    wrong: {
      payment_intent_id: ['pi_', 'ch_1', 'pi_../../refunds', 'pi_1?expand=x', `pi_${'1'.repeat(251)}`, ''],
    },
  },
  'POST /api/webhooks/stripe': { as: 'visitor', body: { id: 'evt_1', type: 'payment_intent.succeeded' } },
  'POST /api/staff/session': {
    as: 'visitor',
    body: { role: 'admin', password: 'wrong' },
    wrong: { role: ['owner', 'ADMIN', 'toString', ''], password: [''] },
  },
  'DELETE /api/staff/session': { as: 'visitor' },
  'GET /api/staff/session': { as: 'admin', answers: 200 },
  'PUT /api/staff/password': {
    as: 'admin',
    body: { currentPassword: 'not-it', newPassword: 'seaside-terrace' },
    wrong: { currentPassword: [''], newPassword: ['seaside-8', 'x'.repeat(201)] },
  },
  'POST /api/staff/invitation': {
    as: 'visitor',
    body: { token: 'invented-token' },
    wrong: { token: ['', 'x'.repeat(201)] },
  },
  'POST /api/staff/join': {
    as: 'visitor',
    body: { token: 'invented-token', name: 'Marina Shore', password: 'seaside-terrace' },
    wrong: { token: [''], name: ['', ' A ', 'x'.repeat(121)], password: ['seaside-8', ''] },
  },
  'GET /api/admin/staff': { as: 'admin', answers: 200 },
  'GET /api/admin/staff/attempts': { as: 'admin', answers: 200 },
  'POST /api/admin/staff': {
    as: 'admin',
    body: { email: 'marina.bad-input@example.com', role: 'instructor' },
    wrong: { email: ['marina', ''], role: ['owner', 'ADMIN', ''] },
  },
  'POST /api/admin/staff/{id}/invite': { as: 'admin' },
  'PUT /api/admin/staff/{id}/role': {
    as: 'admin',
    body: { role: 'auditor' },
    wrong: { role: ['owner', ''] },
  },
  'DELETE /api/admin/staff/{id}': { as: 'admin' },
  'GET /api/admin/instructors': { as: 'visitor', answers: 200 },
  'POST /api/admin/instructors': {
    as: 'admin',
    body: { name: 'Marina', prenatalSuitable: true },
    wrong: { name: ['', '   ', 'x'.repeat(121)], prenatalSuitable: ['true'], requestKey: wrongKeys },
  },
  'PUT /api/admin/instructors/{id}': {
    as: 'admin',
    body: { name: 'Marina', prenatalSuitable: true },
    wrong: { name: ['', '   '] },
  },
  'DELETE /api/admin/instructors/{id}': { as: 'admin', wrongQueries: ['dryRun=maybe'] },
  'GET /api/admin/classes/warnings': {
    as: 'admin',
    wrongQueries: [
      '',
      'name=beginner&date=2026-05-12&time=09:30',
      'name=yoga&date=2026-05-12&time=09:30&instructorId=1',
      'name=beginner&date=2026-02-30&time=09:30&instructorId=1',
      'name=beginner&date=2026-05-12&time=22:00&instructorId=1',
      'name=beginner&date=2026-05-12&time=09:30&instructorId=0',
      'name=beginner&date=2026-05-12&time=09:30&instructorId=1&classId=x',
    ],
  },
  'DELETE /api/admin/classes/{id}': { as: 'admin', wrongQueries: ['dryRun=maybe'] },
  'PATCH /api/admin/classes/{id}/instructor': {
    as: 'admin',
    body: { instructorId: unknownId },
    wrong: { instructorId: ['1', 0] },
  },
  'GET /api/admin/class-bookings/{classId}': { as: 'admin' },
  'GET /api/admin/recent-bookings': { as: 'admin', answers: 200 },
  'DELETE /api/admin/remove-booking/{bookingId}': { as: 'admin', wrongQueries: ['dryRun=maybe'] },
  'POST /api/admin/add-member-to-class': {
    as: 'admin',
    body: { userId: 'nobody', classId: unknownId },
    wrong: { userId: ['', 'a b', 'x'.repeat(81)], classId: ['1', 0, unknownId + 1] },
  },
  'GET /api/admin/classes': { as: 'admin', wrongQueries: wrongDateQueries },
  'POST /api/admin/classes': {
    as: 'admin',
    body: classBody,
    wrong: { ...wrongClass, requestKey: wrongKeys },
  },
  'PUT /api/admin/classes/{id}': { as: 'admin', body: classBody, wrong: wrongClass },
  'PATCH /api/admin/classes/{id}/mark-full': {
    as: 'admin',
    body: { isMarkedFull: true },
    wrong: { isMarkedFull: ['true', 1] },
  },
  'GET /api/admin/class-passes': { as: 'admin', answers: 200 },
  'POST /api/admin/class-passes': {
    as: 'admin',
    body: passBody,
    wrong: { ...wrongPass, requestKey: wrongKeys },
  },
  'PUT /api/admin/class-passes/{id}': {
    as: 'admin',
    body: passBody,
    wrong: wrongPass,
    wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'],
  },
  'DELETE /api/admin/class-passes/{id}': {
    as: 'admin',
    wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'],
  },
  'GET /api/admin/weekly-class-counts': { as: 'admin', answers: 200 },
  'GET /api/admin/weekly-templates': { as: 'admin', answers: 200 },
  'POST /api/admin/weekly-templates': {
    as: 'admin',
    body: { name: 'Standard week', description: 'Term time', isActive: true },
    wrong: {
      name: ['', '   ', 'x'.repeat(121)],
      description: ['x'.repeat(501)],
      isActive: ['true', 1],
      requestKey: wrongKeys,
    },
  },
  'PUT /api/admin/weekly-templates/{id}': {
    as: 'admin',
    body: { name: 'Standard week', description: 'Term time', isActive: false },
    wrong: { name: ['', '   '], description: ['x'.repeat(501)], isActive: ['true', 1] },
  },
  'DELETE /api/admin/weekly-templates/{id}': { as: 'admin' },
  'GET /api/admin/template-classes/{templateId}': { as: 'admin' },
  'POST /api/admin/template-classes': {
    as: 'admin',
    body: { ...templateClassBody, templateId: unknownId },
    wrong: { ...wrongTemplateClass, templateId: ['1', 0], requestKey: wrongKeys },
  },
  'PUT /api/admin/template-classes/{id}': {
    as: 'admin',
    body: templateClassBody,
    wrong: wrongTemplateClass,
  },
  'DELETE /api/admin/template-classes/{id}': { as: 'admin' },
  'POST /api/admin/apply-template': {
    as: 'admin',
    body: { templateId: unknownId, weekStartDate: '2026-05-11' },
    wrong: { templateId: ['1', 0], weekStartDate: [...wrongDates, '2026-05-12', '2026-05-17'] },
  },
  'GET /api/admin/members': { as: 'admin', answers: 200 },
  'GET /api/admin/member-bookings/{id}': { as: 'admin' },
  'GET /api/admin/member-passes/{id}': { as: 'admin' },
  'POST /api/admin/members/{id}/add-passes': {
    as: 'admin',
    body: { passes: 1, reason: 'Paid in cash', requestKey: '7b0a3c52-5b39-4c0e-8a53-5a6b9f2e7d22' },
    wrong: { passes: [0, 101, '1'], reason: ['', '   ', 'x'.repeat(201)], requestKey: wrongKeys },
  },
  'POST /api/admin/members/{id}/remove-passes': {
    as: 'admin',
    body: { passes: 1, reason: 'Added by mistake', requestKey: '7b0a3c52-5b39-4c0e-8a53-5a6b9f2e7d23' },
    wrong: { passes: [0, 101, '1'], reason: ['', '   ', 'x'.repeat(201)], requestKey: wrongKeys },
  },
  'DELETE /api/admin/members/{id}': { as: 'admin' },
  'GET /api/admin/campaigns': { as: 'admin', answers: 200 },
  'POST /api/admin/send-prelaunch-emails': { as: 'admin', answers: 200 },
  'POST /api/admin/brevo/add-existing-members': { as: 'admin', answers: 200 },
  'POST /api/admin/brevo/add-non-booking-members': { as: 'admin', answers: 200 },
  'GET /api/admin/weekly-analytics': {
    as: 'admin',
    wrongQueries: wrongDateQueries.map((query) => query.replaceAll('date', 'weekStartDate')),
  },
  'GET /api/admin/monthly-report': { as: 'admin', wrongQueries: wrongMonthQueries },
  'GET /api/admin/monthly-report/excel': { as: 'admin', wrongQueries: wrongMonthQueries },
  'POST /api/admin/months/close': {
    as: 'admin',
    body: { year: 2100, month: 12 },
    wrong: { year: [1999, 2101, '2026', 2026.5], month: [0, 13, '5'] },
  },
  'GET /api/admin/pass-sales': { as: 'admin', answers: 200 },
  'GET /api/admin/trends': { as: 'admin', answers: 200 },
  'GET /api/admin/liability': {
    as: 'admin',
    wrongQueries: wrongDateQueries.map((query) => query.replaceAll('date', 'on')),
  },
  'GET /api/admin/class-revenue/{classId}': { as: 'admin' },
  'GET /api/admin/money': { as: 'admin', wrongQueries: wrongMonthQueries },
  'GET /api/admin/refunds': { as: 'admin', answers: 200 },
  'GET /api/instructor/classes': { as: 'admin', answers: 200 },
  'GET /api/instructor/classes/{classId}/attendees/{bookingId}/health': { as: 'admin' },
  'PUT /api/instructor/attendance/{bookingId}': {
    as: 'admin',
    body: { attended: true, markedAt: '2026-05-12T09:00:00.000Z' },
    wrong: { attended: ['true', 1], markedAt: ['yesterday', '2026-05-12', ''] },
  },
  'GET /api/audit/members': {
    as: 'admin',
    wrongQueries: ['', 'query=', 'query=%20', `query=${'x'.repeat(201)}`, 'query=%00', 'query=a&query=b'],
  },
  'GET /api/audit/members/{id}/passes': {
    as: 'admin',
    wrongQueries: [...wrongInstantQueries, ...wrongMomentQueries],
  },
  'GET /api/audit/members/{id}/export': {
    as: 'admin',
    wrongQueries: ['', 'format=xml', 'format=', ...wrongInstantQueries.map((query) => `format=csv&${query}`)],
  },
  'GET /api/audit/members/{id}/erasure': { as: 'admin' },
  'GET /api/audit/classes/{id}': {
    as: 'admin',
    wrongQueries: [...wrongInstantQueries, ...wrongMomentQueries],
  },
  'GET /api/audit/payments/{id}': {
    as: 'admin',
    wrongQueries: [...wrongInstantQueries, ...wrongMomentQueries],
  },
  'GET /api/audit/verify': {
    as: 'admin',
    answers: 200,
    wrongQueries: ['run=1', 'run=', 'show=all', 'wait=yes'],
  },
  'GET /api/audit/key': { as: 'admin', answers: 200 },
  'GET /api/events': { as: 'visitor', answers: 200 },
};

/** Values that no field of any route accepts. */
export const wrongForAnyField: readonly unknown[] = [
  null,
  [],
  {},
  [[]],
  -1,
  1.5,
  2 ** 53,
  1e300,
  'x'.repeat(100_000),
  '\u0000',
  'Ann\u0000 Example',
  '\ud800',
];

/** Invalid bodies with their content types. */
export const wrongBodies: readonly { readonly type: string | null; readonly text: string | null }[] = [
  { type: null, text: null },
  { type: 'application/json', text: null },
  { type: 'application/json', text: '' },
  { type: 'application/json', text: '{"a":' },
  { type: 'application/json', text: "{'a': 1}" },
  { type: 'application/json', text: '{}{}' },
  { type: 'application/json', text: '\u0000' },
  { type: 'application/json', text: 'null' },
  { type: 'application/json', text: '[]' },
  { type: 'application/json', text: '[{}]' },
  { type: 'application/json', text: '"text"' },
  { type: 'application/json', text: '42' },
  { type: 'application/json', text: '{}' },
  { type: 'application/json', text: '{"__proto__":{"isAdmin":true}}' },
  { type: 'application/json', text: '{"constructor":{"prototype":{"isAdmin":true}}}' },
  { type: 'application/json', text: `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
  { type: 'application/json', text: JSON.stringify({ a: 'x'.repeat(300_000) }) },
  { type: 'text/plain', text: '{"classId":1}' },
  { type: 'application/xml', text: '<a/>' },
  { type: 'application/x-www-form-urlencoded', text: 'classId=1' },
  { type: 'application/json; charset=utf-16', text: '{"a":1}' },
  { type: 'nonsense', text: '{}' },
];

/** Path parameters that are no id, or an unknown one. */
export const wrongPathIds: readonly string[] = [
  '0',
  '-1',
  '1.5',
  'abc',
  '1e3',
  '2147483648',
  '99999999999',
  '%00',
  '1%00',
  '%F0%9F%92%A9',
  '__proto__',
  'x'.repeat(90),
  'x'.repeat(500),
  '%E0%A4%A',
  '2147483647',
];
