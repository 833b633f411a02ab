/** What a class pays: an amount, and more for each head above a number of heads. */
export interface Pay {
  readonly basePence: number;
  readonly perHeadPence: number;
  /** Heads up to this number add nothing. */
  readonly above: number;
}

/** An instructor's pay from a London day on, until the next one of the same class type. */
export interface Rate extends Pay {
  /** null for every type that has no rate of its own on the day. */
  readonly classType: string | null;
  /** `yyyy-MM-dd` */
  readonly validFrom: string;
}

/** The rate of a class: the latest of its own type that is valid on its day, else the latest for every type. */
export function findRate<R extends Rate>(
  rates: readonly R[],
  { level, date }: { readonly level: string; readonly date: string },
): R | undefined {
  const findLatest = (classType: string | null) =>
    rates
      .filter((rate) => rate.classType === classType && rate.validFrom <= date)
      .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
      .at(-1);
  return findLatest(level) ?? findLatest(null);
}

export const computePay = ({ basePence, perHeadPence, above }: Pay, heads: number): number =>
  basePence + perHeadPence * Math.max(0, heads - above);
