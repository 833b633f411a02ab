import { type RouteCases, wrongDates } from './route-case.fixture.ts';

/** The routes of signing up and in, and of the address. */
export const signInRoutes: RouteCases = {
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
  'POST /api/auth/passkey/options': { as: 'visitor', answers: 200 },
  'POST /api/auth/passkey': {
    as: 'visitor',
    body: {
      id: 'invented',
      rawId: 'invented',
      type: 'public-key',
      response: { clientDataJSON: 'invented', authenticatorData: 'invented', signature: 'invented' },
    },
    wrong: { id: ['', 'not base64!'], rawId: [''], type: ['', 'password'], response: [{}, 'text'] },
  },
  'POST /api/auth/email-code': {
    as: 'visitor',
    body: { email: 'nobody@example.com' },
    wrong: { email: ['nobody', ''] },
  },
  'POST /api/auth/email-code/verify': {
    as: 'visitor',
    body: { email: 'nobody@example.com', code: '000000' },
    wrong: { email: ['nobody', ''], code: ['', '12345', '1234567', 'abcdef'], token: ['', 'both'] },
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
  'POST /api/user/email/try-again': { as: 'member', answers: 200 },
  'POST /api/auth/cancel-email-change': {
    as: 'visitor',
    body: { token: 'invented-token' },
    wrong: { token: ['', 'x'.repeat(201)] },
  },
  'POST /api/auth/verify-email': {
    as: 'visitor',
    body: { token: 'invented-token' },
    wrong: { token: ['', 'short', 'x'.repeat(401), 'with a space in it'] },
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
};
