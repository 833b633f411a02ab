/** One line of the bench's table. */
export interface Figure {
  readonly name: string;
  readonly measured: string;
  /** What it should reach, or a dash where it is only shown. */
  readonly goal: string;
  readonly met: boolean | null;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** `12,345` */
export const whole = (value: number) => Math.round(value).toLocaleString('en-GB');

/** A ratio against a goal, with the figures it came from. */
export function ratioFigure(name: string, ratios: readonly number[], goal: number, detail: string): Figure {
  const ratio = median(ratios);
  const all = ratios.map((one) => `${one.toFixed(2)}×`).join(' ');
  return {
    name,
    measured: `${ratio.toFixed(2)}× (${all}; ${detail})`,
    goal: `≥ ${goal}×`,
    met: ratio >= goal,
  };
}
