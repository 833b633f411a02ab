import { callApi, getIntentId, readIntent } from './api.js';
import { runChallenge } from './challenge.js';

/** Runs the bank's challenge if the intent requires one, and returns the intent or error that follows. */
export async function finishChallenge(intent, key, host) {
  if (intent.status !== 'requires_action') return { paymentIntent: intent };
  await runChallenge(intent, host);
  const after = await readIntent(intent.client_secret, key);
  if (after.error) return { error: after.error };
  if (after.status === 'requires_payment_method' && after.last_payment_error) {
    return { error: { ...after.last_payment_error, payment_intent: after } };
  }
  return { paymentIntent: after };
}

async function confirm(clientSecret, fields, key, host) {
  const path = `payment_intents/${getIntentId(clientSecret)}/confirm`;
  const proof = { client_secret: clientSecret, use_stripe_sdk: true };
  const answer = await callApi('POST', path, { ...fields, ...proof }, key);
  return answer.error ? { error: answer.error } : finishChallenge(answer, key, host);
}

/** Confirms an intent with a card that is attached to its customer, and runs the bank's challenge. */
export const confirmSavedCard = (clientSecret, paymentMethod, params, key) =>
  confirm(clientSecret, { ...params, payment_method: paymentMethod }, key);

/** Confirms an intent and runs its challenge; the form is disabled meanwhile. */
export async function confirmIntent(clientSecret, methodData, params, { key, form }) {
  form?.setDisabled(true);
  try {
    return await confirm(clientSecret, { ...params, payment_method_data: methodData }, key, form?.root);
  } finally {
    form?.setDisabled(false);
  }
}
