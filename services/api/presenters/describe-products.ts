import { toPounds } from '#domain/money.ts';
import { formatValidity } from '#domain/pass/format-validity.ts';
import type { ClassPassRow } from '#projections/read-models/catalogue/queries.ts';
import type { CatalogueProduct } from '#services/contract/catalogue.ts';

type Product = Omit<ClassPassRow, 'isActive'>;

/** The price of as many classes without the offer: of the ordinary pass of that size for a special offer, else of Single Classes. */
function findOrdinaryPence(pass: Product, passes: readonly Product[]): number | null {
  const ordinary = passes.filter(({ offer }) => offer === null);
  const sameSize = ordinary.find(({ classes }) => classes === pass.classes);
  if (pass.offer === 'special' && sameSize) return sameSize.pricePence;
  const single = ordinary.find(({ classes }) => classes === 1);
  return single ? single.pricePence * pass.classes : null;
}

/** The percentage saved; null for single classes and for passes that save nothing, as in the spec's table. */
function computeSavings(pass: Product, passes: readonly Product[]): number | null {
  const ordinary = findOrdinaryPence(pass, passes);
  if (pass.classes === 1 || ordinary === null) return null;
  const percent = Math.round((1 - pass.pricePence / ordinary) * 100);
  return percent > 0 ? percent : null;
}

/** The public catalogue, with prices in pounds. */
export function describeProducts(passes: readonly Product[]): CatalogueProduct[] {
  return passes.map((pass) => ({
    id: pass.id,
    name: pass.name,
    classes: pass.classes,
    price: toPounds(pass.pricePence),
    pricePerClass: toPounds(Math.round(pass.pricePence / pass.classes)),
    savings: computeSavings(pass, passes),
    description: pass.description,
    expiry: formatValidity({ unit: pass.validityUnit, count: pass.validityCount }),
    signUpOnly: pass.offer === 'sign_up',
    isSpecialOffer: pass.offer === 'special',
    isPopular: pass.isPopular,
  }));
}
