import type { Agreement } from '#domain/membership/decide.ts';

/** What the payer agreed to, for the subscription at Stripe: there is no stream before the first payment. */
export const toAgreementMetadata = ({
  agreedAt,
  startsAtOnce,
  terms,
}: Agreement): Record<string, string> => ({
  agreedAt,
  ...(startsAtOnce ? { startsAtOnce: 'yes' } : {}),
  ...(terms === null ? {} : { termsVersion: terms.version, termsSha256: terms.sha256 }),
});

export function readAgreement(metadata: Readonly<Record<string, string>>): Agreement | null {
  const { agreedAt, startsAtOnce, termsVersion: version, termsSha256: sha256 } = metadata;
  if (agreedAt === undefined) return null;
  const terms = version === undefined || sha256 === undefined ? null : { version, sha256 };
  return { agreedAt, startsAtOnce: startsAtOnce === 'yes', terms };
}
