import { toPounds } from '#domain/money.ts';
import type { ClassPassRow } from '#projections/read-models/catalogue/queries.ts';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';

type Product = Omit<ClassPassRow, 'isActive'>;

/** `2 weeks`, `1 month` */
function describeValidity(unit: Product['validityUnit'], count: number): string {
  const singular = unit === 'weeks' ? 'week' : 'month';
  return count === 1 ? `1 ${singular}` : `${count} ${singular}s`;
}

/** What the same number of classes costs without the offer: for a special offer the ordinary pass of its size, else Single Classes. */
function ordinaryPence(pass: Product, passes: readonly Product[]): number | null {
  const ordinary = passes.filter(({ offer }) => offer === null);
  const sameSize = ordinary.find(({ classes }) => classes === pass.classes);
  if (pass.offer === 'special' && sameSize) return sameSize.pricePence;
  const single = ordinary.find(({ classes }) => classes === 1);
  return single ? single.pricePence * pass.classes : null;
}

/** Percent saved, or null where the spec's table has none: single classes and what saves nothing. */
function savingOf(pass: Product, passes: readonly Product[]): number | null {
  const ordinary = ordinaryPence(pass, passes);
  if (pass.classes === 1 || ordinary === null) return null;
  const percent = Math.round((1 - pass.pricePence / ordinary) * 100);
  return percent > 0 ? percent : null;
}

/** The catalogue as visitors see it, in pounds. */
export function describeProducts(passes: readonly Product[]): CatalogueProduct[] {
  return passes.map((pass) => ({
    id: pass.id,
    name: pass.name,
    classes: pass.classes,
    price: toPounds(pass.pricePence),
    pricePerClass: toPounds(Math.round(pass.pricePence / pass.classes)),
    savings: savingOf(pass, passes),
    description: pass.description,
    expiry: describeValidity(pass.validityUnit, pass.validityCount),
    signUpOnly: pass.offer === 'sign_up',
    isSpecialOffer: pass.offer === 'special',
    isPopular: pass.isPopular,
  }));
}
