import { type SignUpBody, signUpBody } from '#services/contract/auth.ts';

const isHealthAnswered = (form: SignUpBody): boolean =>
  form.onMedication ||
  form.hasInjuries ||
  form.isPregnantOrPostpartum ||
  form.painfulMovements ||
  !form.okWithHandsOnCorrections;

/** The form of the sign-up: answers need their own consent, and without one the questions wait. */
export const signUpForm = signUpBody
  .refine((form) => form.healthConsent === true || !isHealthAnswered(form), {
    path: ['healthConsent'],
    message: 'Please tick this so that we may keep your answers, or take them out',
  })
  .transform((form) => ({ ...form, answersHealthLater: form.healthConsent !== true }));
