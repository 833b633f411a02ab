import type { HealthAnswers } from '#domain/member/events.ts';
import { formatEmail } from '#infra/mail/format-email.ts';
import type { UserRow } from '#projections/read-models/members/queries.ts';
import type { ProfileAnswer } from '#services/contract/account.ts';

/** What counts until a member answers. */
const UNANSWERED: HealthAnswers = {
  onMedication: false,
  medicationDetails: null,
  hasInjuries: false,
  injuryDetails: null,
  isPregnantOrPostpartum: false,
  painfulMovements: false,
  painfulMovementDetails: null,
  okWithHandsOnCorrections: true,
};

/** A member's profile and health answers. */
export function describeProfile(
  user: UserRow,
  health: HealthAnswers | undefined,
): Pick<ProfileAnswer, 'profile' | 'health' | 'hasAnsweredHealth'> {
  return {
    profile: {
      name: user.name ?? '',
      email: formatEmail(user.email ?? ''),
      phone: user.phone ?? '',
      dateOfBirth: user.dateOfBirth,
      memberSince: user.createdAt.toISOString(),
      addressFault: user.addressFault,
    },
    health: health ?? UNANSWERED,
    hasAnsweredHealth: health !== undefined,
  };
}
