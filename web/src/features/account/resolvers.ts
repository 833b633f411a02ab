import { zodResolver } from '@hookform/resolvers/zod';
import { changePasswordBody, healthBody, profileBody } from '#services/contract/account.ts';

/** The form of the health answers: they are saved with consent only. */
const healthForm = healthBody.refine(({ healthConsent }) => healthConsent === true, {
  path: ['healthConsent'],
  message: 'Please tick this so that we may keep your answers',
});

export const profileResolver = zodResolver(profileBody);
export const healthResolver = zodResolver(healthForm);
export const changePasswordResolver = zodResolver(changePasswordBody);
