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

type ChartLegendProps = { entries: readonly { name: string; colour: string }[] };

/** Names the series of a chart in the order in which they are drawn. */
export const ChartLegend = ({ entries }: ChartLegendProps) => (
  <ul className="flex flex-wrap justify-end gap-x-4 text-sm">
    {entries.map(({ name, colour }) => (
      <li key={name} className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-3 rounded-[3px]" style={{ background: colour }} />
        {name}
      </li>
    ))}
  </ul>
);
