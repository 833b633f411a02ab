import type { Sentences } from './sentence.ts';

/** Of links, sessions, staff accounts and second factors. */
export const signInSentences = {
  INVALID_RESET_LINK: { status: 400, format: () => 'The password reset link is invalid or expired.' },
  INVALID_EMAIL_LINK: {
    status: 400,
    format: () => 'This link is used or out of date. Ask for another in your account.',
  },
  INVALID_CANCEL_LINK: {
    status: 400,
    format: () =>
      'This link is used or out of date. If you are worried about your account, please contact us.',
  },
  INVALID_EMAIL_PROOF: {
    status: 400,
    format: () => 'This link is for another address than the account has now. There is nothing to do.',
  },
  INVALID_SIGN_IN_CODE: {
    status: 400,
    format: () =>
      'This code is not right, or works no more. Look at our newest email, or ask for another code.',
  },
  INVALID_SIGN_IN_LINK: {
    status: 400,
    format: () => 'This link is used or out of date. Ask for another, or sign in with your password.',
  },
  SIGNED_OUT: { status: 401, format: () => 'You were signed out in the meantime. Please sign in again.' },
  STAFF_NOT_FOUND: { status: 404, format: () => 'We could not find this staff account.' },
  STAFF_EMAIL_TAKEN: { status: 409, format: () => 'There is a staff account with this email already.' },
  STAFF_JOINED: { status: 409, format: () => 'This person has joined already, so there is nothing to send.' },
  STAFF_LAST_ADMIN: {
    status: 409,
    format: () =>
      'This is the last admin, and the shared passwords are off. Make someone else an admin first, or switch them on in Settings.',
  },
  NAMED_ADMIN_NEEDED: {
    status: 409,
    format: () =>
      'Only an admin who is signed in with an account of their own can switch the shared passwords.',
  },
  STAFF_SELF: {
    status: 409,
    format: () =>
      'You cannot remove your own account or its two-step sign-in here, or change its role. Ask another admin.',
  },
  INVALID_INVITE: {
    status: 400,
    format: () => 'This invitation link is used or out of date. Ask an admin to send you another.',
  },
  SECOND_FACTOR_FIRST: {
    status: 409,
    format: () =>
      'Only an admin who signs in with two steps can require it of all. Set it up for your own account first.',
  },
  SECOND_FACTOR_EXISTS: {
    status: 409,
    format: () => 'Two-step sign-in is on already. To use another app, switch it off first.',
  },
  SECOND_FACTOR_MISSING: { status: 409, format: () => 'Two-step sign-in is not set up for this account.' },
  WRONG_CODE: {
    status: 401,
    format: () => 'This code is wrong, or it was used before. Wait for the next one and try again.',
  },
} satisfies Partial<Sentences>;
