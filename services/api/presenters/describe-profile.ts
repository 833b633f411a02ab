import type { HealthRow, UserRow } from '#projections/read-models/members/queries.ts';
import type { ProfileAnswer } from '#services/contract/account.ts';

/** A member's profile and health answers. */
export function describeProfile(
  user: UserRow,
  health: HealthRow | undefined,
): Pick<ProfileAnswer, 'profile' | 'health'> {
  return {
    profile: {
      name: user.name ?? '',
      email: user.email ?? '',
      phone: user.phone ?? '',
      dateOfBirth: user.dateOfBirth,
      memberSince: user.createdAt.toISOString(),
    },
    health: {
      onMedication: health?.onMedication ?? false,
      medicationDetails: health?.medicationDetails ?? null,
      hasInjuries: health?.hasInjuries ?? false,
      injuryDetails: health?.injuryDetails ?? null,
      isPregnantOrPostpartum: health?.isPregnantOrPostpartum ?? false,
      painfulMovements: health?.painfulMovements ?? false,
      painfulMovementDetails: health?.painfulMovementDetails ?? null,
      okWithHandsOnCorrections: health?.okWithHandsOnCorrections ?? true,
    },
  };
}
