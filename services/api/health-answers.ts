import type { HealthBody } from '../contract/account.ts';

/** A text that was trimToNull, else null. */
export const trimToNull = (text: string | undefined): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

/** What a health form says; the detail of a question that was answered with no is not kept. */
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
