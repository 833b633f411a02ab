/** The health answers of someone with nothing to tell. */
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
