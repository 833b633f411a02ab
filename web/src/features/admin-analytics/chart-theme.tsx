/** The colours of the studio as charts take them, which know nothing of classes. */
export const chartColours = {
  sea: 'var(--color-sea)',
  coral: 'var(--color-coral)',
  sand: 'var(--color-edge)',
  sun: 'var(--color-sun)',
  ink: 'var(--color-ink-muted)',
  line: 'var(--color-sand)',
} as const;

export const axisLook = {
  tick: { fill: chartColours.ink, fontSize: 13 },
  tickLine: false,
  axisLine: { stroke: chartColours.line },
} as const;

type KeyProps = { entries: readonly { name: string; colour: string }[] };

/** Names what the colours stand for, in the order in which they are drawn. */
export const ChartKey = ({ entries }: KeyProps) => (
  <ul className="flex flex-wrap justify-end gap-x-4 text-sm">
    {entries.map(({ name, colour }) => (
      <li key={name} className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-3 rounded-[3px]" style={{ background: colour }} />
        {name}
      </li>
    ))}
  </ul>
);
