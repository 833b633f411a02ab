import { z } from 'zod';
import type { ProviderPause } from '#domain/membership/follow-pause.ts';

/** What a pause is, on the subscription at Stripe: set and removed by the call that pauses, so that neither is without the other. */
const pauseMetadata = z.object({
  pauseFrom: z.iso.datetime(),
  pauseUntil: z.iso.datetime(),
  pauseRules: z.coerce.number().int(),
});

export const toPauseMetadata = ({
  from,
  until,
  rulesVersion,
}: Omit<ProviderPause, 'isVoiding'>): Record<string, string> => ({
  pauseFrom: from,
  pauseUntil: until,
  pauseRules: String(rulesVersion),
});

/** Removes what `toPauseMetadata` sets. */
export const noPauseMetadata: Readonly<Record<string, string>> = {
  pauseFrom: '',
  pauseUntil: '',
  pauseRules: '',
};

/** null for a pause made by hand at Stripe, whose periods are unknown. */
export function readPause(
  metadata: Readonly<Record<string, string>>,
  isVoiding: boolean,
): ProviderPause | null {
  const { data } = pauseMetadata.safeParse(metadata);
  if (data === undefined) return null;
  return { from: data.pauseFrom, until: data.pauseUntil, rulesVersion: data.pauseRules, isVoiding };
}
