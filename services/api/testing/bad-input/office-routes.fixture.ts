import {
  type RouteCases,
  wrongDateQueries,
  wrongExpected,
  wrongInstantQueries,
  wrongKeys,
  wrongMomentQueries,
  wrongMonthQueries,
  wrongPayQueries,
} from './route-case.fixture.ts';

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

const planBody = {
  name: 'Eight a month',
  pricePence: 13_000,
  passes: 8,
  interval: 'month',
  priority: false,
  description: 'Eight classes',
  onSale: false,
  order: 2,
};
const wrongPlan = {
  name: ['', '   ', 'x'.repeat(121)],
  pricePence: [0, 29, 1_000_001, '13000', 130.5],
  passes: [0, 201, 1.5],
  interval: ['week', '', 4],
  priority: ['true', 1],
  description: ['x'.repeat(501)],
  onSale: ['false'],
  order: [0, 1_001, 1.5],
};

const wrongEvidence = [
  '',
  [],
  { shipping_carrier: 'Royal Mail' },
  { service_date: 7 },
  { receipt: null },
  { uncategorized_text: 'x'.repeat(20_001) },
];

/** The other routes of staff: accounts, catalogue, members, figures, settings and audit. */
export const officeRoutes: RouteCases = {
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
  'POST /api/admin/what-if': {
    as: 'admin',
    body: { from: '2026-01-01', to: '2026-12-31' },
    wrong: {
      from: ['', 'yesterday', '2026-02-30', '2027-01-01'],
      to: ['', '2025-12-31', '2046-01-01'],
    },
  },
  'GET /api/admin/what-if/{runId}': { as: 'admin' },
  'DELETE /api/admin/what-if/{runId}': { as: 'admin' },
  'POST /api/admin/memberships/{id}/cancel': {
    as: 'admin',
    optionalBody: { when: 'now' },
    wrong: { when: ['', 'later', 'NOW'] },
  },
  'POST /api/admin/memberships/{id}/resume': { as: 'admin' },
  'POST /api/admin/memberships/{id}/pause': {
    as: 'admin',
    wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'],
  },
  'DELETE /api/admin/memberships/{id}/pause': { as: 'admin' },
  'GET /api/admin/plans': { as: 'admin', answers: 200 },
  'POST /api/admin/plans': { as: 'admin', body: planBody, wrong: { ...wrongPlan, requestKey: wrongKeys } },
  'PUT /api/admin/plans/{id}': {
    as: 'admin',
    body: planBody,
    wrong: wrongPlan,
    wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'],
  },
  'POST /api/admin/plans/{id}/price-change': {
    as: 'admin',
    body: { pricePence: 14_000, effectiveFrom: '2099-01-01' },
    wrong: { pricePence: wrongPlan.pricePence, effectiveFrom: ['', '2099-02-30', 'soon'] },
    wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'],
  },
  'DELETE /api/admin/plans/{id}': {
    as: 'admin',
    optionalBody: { expected: {} },
    wrong: { expected: wrongExpected },
    wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'],
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
    optionalBody: { expected: {} },
    wrong: { expected: wrongExpected },
    wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'],
  },
  'GET /api/admin/members': { as: 'admin', answers: 200 },
  'GET /api/admin/search': {
    as: 'admin',
    wrongQueries: ['', 'q=', 'q=%20', `q=${'x'.repeat(101)}`, 'q=%00', 'q=a&q=b'],
  },
  'GET /api/admin/members/{id}': { as: 'admin' },
  'POST /api/admin/members/{id}/notes': {
    as: 'admin',
    body: { text: 'Prefers the window', requestKey: '7b0a3c52-5b39-4c0e-8a53-5a6b9f2e7d24' },
    wrong: { text: ['', '   ', 'x'.repeat(2_001)], requestKey: wrongKeys },
  },
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
  'GET /api/admin/pay': { as: 'admin', wrongQueries: wrongPayQueries },
  'GET /api/admin/pay/excel': { as: 'admin', wrongQueries: wrongPayQueries },
  'POST /api/admin/pay/close': {
    as: 'admin',
    body: { from: '2100-12-01', to: '2100-12-31' },
    wrong: {
      from: ['', '2100-02-30', '2101-01-01', '1 December'],
      to: ['', '2100-11-31', '2100-11-30', '2102-12-31'],
      expected: wrongExpected,
    },
    wrongQueries: ['dryRun=maybe'],
  },
  'GET /api/admin/pass-sales': { as: 'admin', answers: 200 },
  'GET /api/admin/trends': { as: 'admin', answers: 200 },
  'GET /api/admin/liability': {
    as: 'admin',
    wrongQueries: wrongDateQueries.map((query) => query.replaceAll('date', 'on')),
  },
  'GET /api/admin/class-revenue/{classId}': { as: 'admin' },
  'GET /api/admin/money': { as: 'admin', wrongQueries: wrongMonthQueries },
  'POST /api/admin/export': { as: 'admin' },
  'GET /api/admin/imports': { as: 'admin', answers: 200 },
  // Its form with files is tested in moving-in-beside-others.int.test.ts.
  'POST /api/admin/imports': { as: 'admin', wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'] },
  'POST /api/admin/imports/{id}/undo': { as: 'admin' },
  'POST /api/admin/imports/{id}/invite': { as: 'admin' },
  'GET /api/admin/imports/{id}/certificate': { as: 'admin' },
  'GET /api/admin/complaints': { as: 'admin', answers: 200 },
  'GET /api/admin/today': { as: 'admin', answers: 200 },
  'POST /api/admin/complaints/{id}/answer': {
    as: 'admin',
    body: { text: 'The address is corrected.', requestKey: '7b0a3c52-5b39-4c0e-8a53-5a6b9f2e7d27' },
    wrong: { text: ['', '   ', 'x'.repeat(5_001)], requestKey: wrongKeys },
  },
  'GET /api/admin/refunds': { as: 'admin', answers: 200 },
  'GET /api/admin/disputes': { as: 'admin', answers: 200 },
  'GET /api/admin/disputes/{id}/evidence': { as: 'admin' },
  'GET /api/admin/disputes/{id}/evidence.pdf': { as: 'admin' },
  'POST /api/admin/disputes/{id}/evidence.pdf': {
    as: 'admin',
    body: { fields: { service_date: '1 May 2026' } },
    wrong: { fields: wrongEvidence },
  },
  'POST /api/admin/disputes/{id}/evidence': {
    as: 'admin',
    body: { fields: { service_date: '1 May 2026' }, requestKey: '0190f3c2-9d5b-4a57-8b0e-0d8a5e3c9a11' },
    wrong: { fields: wrongEvidence, requestKey: wrongKeys },
  },
  'POST /api/admin/payments/{id}/refund': {
    as: 'admin',
    body: {
      mode: 'part',
      amountPence: 100,
      reason: 'Moves away',
      requestKey: '7b0a3c52-5b39-4c0e-8a53-5a6b9f2e7d24',
    },
    wrong: {
      mode: ['', 'all', 'PART'],
      amountPence: [0, -1, 1.5, '100'],
      reason: ['', '   ', 'x'.repeat(201)],
      requestKey: wrongKeys,
    },
    wrongQueries: ['dryRun=maybe', 'dryRun=true&dryRun=false'],
  },
  'GET /api/admin/repeated-offers': { as: 'admin', answers: 200 },
  'GET /api/audit/rulebook': {
    as: 'admin',
    answers: 200,
    wrongQueries: [...wrongInstantQueries, ...wrongMomentQueries],
  },
  'GET /api/audit/overview': { as: 'admin', answers: 200 },
  'GET /api/audit/overview/events': {
    as: 'admin',
    wrongQueries: [
      ...[
        '',
        'figure=',
        'figure=all',
        'figure=used&month=2026-13',
        'figure=used&month=',
        'figure=used&before=x',
      ],
      ...['figure=readings&week=today', 'figure=readings&what=mail', 'figure=readings&reader=a%20b'],
    ],
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
  'GET /api/audit/classes/{id}/members': { as: 'admin' },
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
};
