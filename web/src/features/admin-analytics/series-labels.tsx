import { usePlotArea, useYAxisScale } from 'recharts';
import { chartColours } from './chart-theme.tsx';
import { spreadLabels } from './spread-labels.ts';

const lineHeight = 17;
/** The width that a chart leaves for them. */
export const seriesLabelWidth = 112;

interface LabelledSeries {
  readonly name: string;
  readonly colour: string;
  /** Where its last bar ends, or the middle of its part of a stack. */
  readonly at: number;
}

/** The names of the series beside their last bars, in place of a legend. */
export function SeriesLabels({ series }: { series: readonly LabelledSeries[] }) {
  const plot = usePlotArea();
  const scale = useYAxisScale();
  if (plot === undefined || scale === undefined) return null;
  const right = plot.x + plot.width;
  const wanted = series.map(({ at }) => (scale(at) ?? plot.y) - plot.y);
  const tops = spreadLabels(wanted, lineHeight, plot.height);
  return series.map(({ name, colour }, index) => {
    const y = plot.y + (tops[index] ?? 0);
    return (
      <g key={name}>
        <rect x={right + 8} y={y - 5} width={10} height={10} rx={2} fill={colour} />
        <text x={right + 23} y={y} dominantBaseline="central" fontSize={13} fill={chartColours.ink}>
          {name}
        </text>
      </g>
    );
  });
}
