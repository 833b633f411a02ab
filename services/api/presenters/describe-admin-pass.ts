import { formatPounds } from '#domain/money.ts';
import type { SoldPassRow } from '#projections/read-models/catalogue/queries.ts';
import type { AdminPass } from '#services/contract/admin-passes.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { formatCount } from './effects-wording.ts';

/** A pass of the catalogue as staff keep it. */
export function describeAdminPass(row: SoldPassRow): AdminPass {
  const { id, name, classes, pricePence, description, isActive, isPopular, sold, offer } = row;
  return {
    id,
    name,
    classes,
    price: pricePence,
    description,
    isActive,
    isSignUpOnly: offer === 'sign_up',
    isSpecialOffer: offer === 'special',
    isPopular,
    validity: { unit: row.validityUnit, count: row.validityCount },
    sold,
  };
}

const nobodyAffected = {
  counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 },
  people: [],
} satisfies Omit<Effects, 'summary'>;

function keptPasses(sold: number): string {
  if (sold === 0) return 'It was never sold.';
  if (sold === 1) return 'The one that was sold keeps its name, price, passes and expiry.';
  return `The ${sold} that were sold keep their name, price, passes and expiry.`;
}

/** Who is paying right now pays what they were shown. */
function openPaymentsOf({ openPayments, pricePence }: SoldPassRow): string[] {
  if (openPayments === 0) return [];
  const count = formatCount(openPayments, 'person has', 'people have');
  return [
    `${count} begun to pay for it: they pay the ${formatPounds(pricePence)} they were shown, and get the pass they chose.`,
  ];
}

/** What taking a pass out of the catalogue does. */
export const removalEffects = (row: SoldPassRow): Effects => ({
  ...nobodyAffected,
  summary: [
    `${row.name} leaves the catalogue and can no longer be bought.`,
    keptPasses(row.sold),
    ...openPaymentsOf(row),
  ],
});

/** What changing a pass does to those who have bought it or are about to. */
export function changeEffects(
  row: SoldPassRow,
  to: { readonly price: number; readonly classes: number; readonly isActive: boolean },
): Effects {
  return {
    ...nobodyAffected,
    summary: [
      ...(to.price === row.pricePence
        ? []
        : [
            `The price changes from ${formatPounds(row.pricePence)} to ${formatPounds(to.price)} for who buys from now on.`,
          ]),
      ...(to.classes === row.classes
        ? []
        : [`It gives ${formatCount(to.classes, 'class', 'classes')} instead of ${row.classes} from now on.`]),
      ...(to.isActive === row.isActive ? [] : [to.isActive ? 'It goes on sale.' : 'It goes off sale.']),
      keptPasses(row.sold),
      ...openPaymentsOf(row),
    ],
  };
}
