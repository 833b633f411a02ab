/** One line of the bench's table. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  /** The goal, or a dash where there is none. */
  readonly goal: string;
  readonly met: boolean | null;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** `12,345` */
export const whole = (value: number) => Math.round(value).toLocaleString('en-GB');

export function printFigure({ name, measured, goal, met }: Figure): void {
  const verdict = met === null ? '' : met ? '  met' : '  SHORT';
  console.log(`${name}\n    ${measured}    goal ${goal}${verdict}`);
}

/** The median of ratios against a goal, with the figures it came from. */
export function ratioFigure(
  name: string,
  ratios: readonly number[],
  goal: { readonly atLeast: number } | { readonly atMost: number },
  detail: string,
): Figure {
  const ratio = median(ratios);
  const all = ratios.map((one) => `${one.toFixed(2)}×`).join(' ');
  return {
    name,
    measured: `${ratio.toFixed(2)}× (${all}; ${detail})`,
    ...('atLeast' in goal
      ? { goal: `≥ ${goal.atLeast}×`, met: ratio >= goal.atLeast }
      : { goal: `≤ ${goal.atMost}×`, met: ratio <= goal.atMost }),
  };
}
