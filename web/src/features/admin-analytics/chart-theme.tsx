/** The studio's colours as values, because charts take no classes. */
export const chartColours = {
  sea: 'var(--color-sea)',
  coral: 'var(--color-coral)',
  sand: 'var(--color-edge)',
  sun: 'var(--color-sun)',
  ink: 'var(--color-ink-muted)',
  line: 'var(--color-sand)',
} as const;

export const axisProps = {
  tick: { fill: chartColours.ink, fontSize: 13 },
  tickLine: false,
  axisLine: { stroke: chartColours.line },
} as const;
