/** Health answers without any condition. */
export const noHealthNotes = {
  onMedication: false,
  medicationDetails: null,
  hasInjuries: false,
  injuryDetails: null,
  isPregnantOrPostpartum: false,
  painfulMovements: false,
  painfulMovementDetails: null,
  okWithHandsOnCorrections: true,
};
