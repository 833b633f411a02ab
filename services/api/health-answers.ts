import type { HealthBody } from '../contract/account.ts';

/** A text that was given, else null. */
export const given = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

/** What a health form says; the detail of a question that was answered with no is not kept. */
export function healthAnswers(form: HealthBody) {
  return {
    onMedication: form.onMedication,
    medicationDetails: form.onMedication ? given(form.medicationDetails) : null,
    hasInjuries: form.hasInjuries,
    injuryDetails: form.hasInjuries ? given(form.injuryDetails) : null,
    isPregnantOrPostpartum: form.isPregnantOrPostpartum,
    painfulMovements: form.painfulMovements,
    painfulMovementDetails: form.painfulMovements ? given(form.painfulMovementDetails) : null,
    okWithHandsOnCorrections: form.okWithHandsOnCorrections,
  };
}
