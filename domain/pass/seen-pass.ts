import { assertUnchanged } from '../changed-since.ts';
import type { PassDetails } from './events.ts';
import { formatValidity } from './format-validity.ts';

/** What a caller saw of a pass that they buy; `expiry` as the catalogue shows it, such as `2 months`. */
export interface SeenPass {
  readonly pricePence?: number | undefined;
  readonly classes?: number | undefined;
  readonly expiry?: string | undefined;
}

/** Checks that a pass is still as it was seen. @throws Refusal CHANGED_SINCE */
export function assertPassAsSeen(
  { pricePence, classes, expiry }: SeenPass,
  pass: Pick<PassDetails, 'pricePence' | 'classes' | 'validity'>,
): void {
  const current = {
    pricePence: pass.pricePence,
    classes: pass.classes,
    expiry: formatValidity(pass.validity),
  };
  const isSameLot =
    (classes ?? current.classes) === current.classes && (expiry ?? current.expiry) === current.expiry;
  assertUnchanged(isSameLot ? 'price' : 'pass', { pricePence, classes, expiry }, current);
}
