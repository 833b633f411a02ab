import { formatPounds } from '#domain/money.ts';
import type { SoldPassRow } from '#projections/read-models/catalogue/queries.ts';
import type { AdminPass } from '#services/contract/admin-passes.ts';
import type { Effects } from '#services/contract/dry-run.ts';
import { formatCount } from './wording.ts';

/** A pass of the catalogue, for staff. */
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

const noEffects = {
  counts: { bookings: 0, passesReturned: 0, passesLost: 0, emails: 0 },
  people: [],
} satisfies Omit<Effects, 'summary'>;

function formatSoldPasses(sold: number): string {
  if (sold === 0) return 'It was never sold.';
  if (sold === 1) return 'The one that was sold keeps its name, price, passes and expiry.';
  return `The ${sold} that were sold keep their name, price, passes and expiry.`;
}

/** Payments that were started before a change keep the price that they were started with. */
function formatOpenPayments({ openPayments, pricePence }: SoldPassRow): string[] {
  if (openPayments === 0) return [];
  const count = formatCount(openPayments, 'person has', 'people have');
  return [
    `${count} begun to pay for it: they pay the ${formatPounds(pricePence)} they were shown, and get the pass they chose.`,
  ];
}

/** The effects of removing a pass from the catalogue. */
export const describePassRemoval = (row: SoldPassRow): Effects => ({
  ...noEffects,
  summary: [
    `${row.name} leaves the catalogue and can no longer be bought.`,
    formatSoldPasses(row.sold),
    ...formatOpenPayments(row),
  ],
});

/** The effects of changing a pass on members who have bought it or are buying it. */
export function describePassChange(
  row: SoldPassRow,
  to: { readonly price: number; readonly classes: number; readonly isActive: boolean },
): Effects {
  return {
    ...noEffects,
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
      formatSoldPasses(row.sold),
      ...formatOpenPayments(row),
    ],
  };
}
