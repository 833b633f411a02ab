import { ApiError, getErrorMessage, getServerMessage } from '#web/lib/api-error.ts';
import { error, success, type ToastMessage } from '#web/lib/toast-message.ts';

/** Toasts of buying a pass. */
export const purchaseMessages = {
  paymentSetupFailed: (cause: unknown) =>
    error('Error', getServerMessage(cause, 'Failed to create payment intent')),
  passAlreadyUsed: (passName: string, cause: unknown) =>
    error(
      `${passName} Already Used`,
      getServerMessage(cause, 'The sign up class can only be purchased once per member.'),
    ),
  purchaseRefunded: (passName: string, cause: unknown) =>
    cause instanceof ApiError && cause.code === 'ALREADY_USED'
      ? error(`${passName} Already Used`, `${cause.message} Your payment has been refunded.`)
      : error('Payment Refunded', getErrorMessage(cause, 'This payment has been refunded.')),
  paymentFailed: (providerMessage: string | undefined) =>
    error('Payment Failed', providerMessage || 'Payment could not be processed'),
  paymentError: (cause: unknown) =>
    error('Payment Error', getServerMessage(cause, 'Something went wrong with your payment.')),
  paymentResultUnknown: error(
    'Payment Error',
    'We could not hear whether your payment went through. Please try again: the same payment is never taken twice.',
  ),
  paymentIncomplete: (status: string): ToastMessage => ({
    title: 'Payment Incomplete',
    text: `Payment status: ${status}`,
    tone: 'warning',
  }),
  paymentExpired: {
    title: 'Payment Incomplete',
    text: 'This payment had waited too long and was closed; nothing was charged. Here is a new one.',
    tone: 'warning',
  } satisfies ToastMessage,
  paymentProcessed: {
    title: 'Payment Processed',
    text: 'Your payment was successful but there was an issue adding the pass. Please contact support.',
    tone: 'warning',
  } satisfies ToastMessage,
  purchased: (passName: string) =>
    success('Purchase Successful!', `${passName} has been added to your account.`),
};
