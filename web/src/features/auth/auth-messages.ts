import { getServerMessage } from '#web/lib/api-error.ts';
import { error, success } from '#web/lib/toast-message.ts';

/** Toasts of signing in, signing up and resetting a password. */
export const authMessages = {
  signedIn: success('Welcome back!', 'You have been signed in successfully.'),
  accountCreated: success(
    'Account created!',
    "Welcome to the studio. You're now signed in and can start booking classes.",
  ),
  signInFailed: (cause: unknown) =>
    error('Sign in failed', getServerMessage(cause, 'Please check your email and password.')),
  codeFailed: (cause: unknown) =>
    error('No Code Sent', getServerMessage(cause, 'Something went wrong. Please try again.')),
  signUpFailed: (cause: unknown) =>
    error('Sign up failed', getServerMessage(cause, 'Please check your information and try again.')),
  resetEmailSent: success(
    'Reset email sent',
    'If an account exists with this email, you will receive reset instructions.',
  ),
  resetEmailFailed: (cause: unknown) =>
    error('Error', getServerMessage(cause, 'Something went wrong. Please try again.')),
  invalidResetLink: error('Invalid Reset Link', 'The password reset link is invalid or expired.'),
  resetTokenMissing: error('Invalid Token', 'The reset token is missing.'),
  resetFailed: (cause: unknown) =>
    error('Reset Failed', getServerMessage(cause, 'Something went wrong. Please try again.')),
  passwordReset: success(
    'Password Reset Successfully',
    'Your password has been updated. You can now sign in with your new password.',
  ),
};
