import type { HealthBody } from '../contract/account.ts';

/** null for a blank or missing text. */
export const trimToNull = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

/** The health answers of a form; the detail of a question answered with no is dropped. */
export function toHealthAnswers(form: HealthBody) {
  return {
    onMedication: form.onMedication,
    medicationDetails: form.onMedication ? trimToNull(form.medicationDetails) : null,
    hasInjuries: form.hasInjuries,
    injuryDetails: form.hasInjuries ? trimToNull(form.injuryDetails) : null,
    isPregnantOrPostpartum: form.isPregnantOrPostpartum,
    painfulMovements: form.painfulMovements,
    painfulMovementDetails: form.painfulMovements ? trimToNull(form.painfulMovementDetails) : null,
    okWithHandsOnCorrections: form.okWithHandsOnCorrections,
  };
}
