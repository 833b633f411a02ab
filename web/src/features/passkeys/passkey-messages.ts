import { getErrorMessage } from '#web/lib/api-error.ts';
import { error, success } from '#web/lib/toast-message.ts';

/** Toasts of adding and removing passkeys. */
export const passkeyMessages = {
  added: success('Passkey Added', 'Next time, your email address and this device are enough.'),
  alreadyHere: success('Already There', 'This device has a passkey for your account.'),
  notAdded: (cause: unknown) =>
    error('Not Added', getErrorMessage(cause, 'This device could not make a passkey. Please try again.')),
  removed: success('Passkey Removed', 'It opens your account no more. Delete it on the device too.'),
  notRemoved: (cause: unknown) =>
    error('Not Removed', getErrorMessage(cause, 'Something went wrong. Please try again.')),
};
