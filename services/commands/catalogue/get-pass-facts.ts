import type { Facts } from '#domain/changed-since.ts';
import type { PassState } from '#domain/pass/decider.ts';
import { formatValidity } from '#domain/pass/format-validity.ts';

/** A pass by the names of its fields in the API. */
export function getPassFacts({ pass }: PassState): Facts {
  if (pass === null) return {};
  const { name, classes, pricePence, description, validity, offer, isActive, isPopular } = pass;
  return {
    name,
    classes,
    price: pricePence,
    description,
    isActive,
    isSignUpOnly: offer === 'sign_up',
    isPopular,
    validity: formatValidity(validity),
  };
}
