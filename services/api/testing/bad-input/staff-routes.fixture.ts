import { type RouteCases, wrongExpected } from './route-case.fixture.ts';

/** The routes of staff sessions and accounts. */
export const staffRoutes: RouteCases = {
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
  'GET /api/staff/second-factor': { as: 'admin', answers: 200 },
  'POST /api/staff/second-factor/setup': {
    as: 'admin',
    body: { password: 'not-it' },
    wrong: { password: ['', 'x'.repeat(201)] },
  },
  'POST /api/staff/second-factor': {
    as: 'admin',
    body: { setupId: '7b0a3c52-5b39-4c0e-8a53-5a6b9f2e7d21', code: '123456' },
    wrong: { setupId: ['', 'setup'], code: ['', '12345', '      ', 'x'.repeat(41)] },
  },
  'POST /api/staff/second-factor/recovery-codes': {
    as: 'admin',
    body: { password: 'not-it', code: '123456' },
    wrong: { password: [''], code: ['12345', 'x'.repeat(41)] },
  },
  'POST /api/staff/second-factor/remove': {
    as: 'admin',
    body: { password: 'not-it', code: '123456' },
    wrong: { password: [''], code: ['12345', 'x'.repeat(41)] },
  },
  'GET /api/staff/gate': { as: 'visitor', answers: 200 },
  'POST /api/staff/invitation': {
    as: 'visitor',
    body: { token: 'invented-token' },
    wrong: { token: ['', 'x'.repeat(201)] },
  },
  'POST /api/staff/password/forgot': {
    as: 'visitor',
    body: { email: 'nobody@example.com' },
    wrong: { email: ['nobody', ''] },
  },
  'POST /api/staff/password/reset': {
    as: 'visitor',
    body: { token: 'invented-token', password: 'seaside-terrace' },
    wrong: { token: ['', 'x'.repeat(201)], password: ['seaside-8', 'x'.repeat(201), ''] },
  },
  'POST /api/staff/join': {
    as: 'visitor',
    body: { token: 'invented-token', name: 'Marina Shore', password: 'seaside-terrace' },
    wrong: { token: [''], name: ['', ' A ', 'x'.repeat(121)], password: ['seaside-8', ''] },
  },
  'GET /api/admin/staff': { as: 'admin', answers: 200 },
  'GET /api/admin/staff/attempts': { as: 'admin', answers: 200 },
  'GET /api/admin/staff/sessions': { as: 'admin', answers: 200 },
  'DELETE /api/admin/staff/sessions/{id}': { as: 'admin' },
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
  'DELETE /api/admin/staff/{id}': {
    as: 'admin',
    optionalBody: { expected: {} },
    wrong: { expected: wrongExpected },
  },
  'DELETE /api/admin/staff/{id}/second-factor': {
    as: 'admin',
    optionalBody: { expected: {} },
    wrong: { expected: wrongExpected },
  },
};
