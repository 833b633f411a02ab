import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axisProps, chartColours } from './chart-theme.tsx';
import { SeriesLabels, seriesLabelWidth } from './series-labels.tsx';

interface Series<Row> {
  readonly name: string;
  readonly value: (row: Row) => number;
  readonly colour: string;
  /** Series of the same stack are drawn on top of each other. */
  readonly stack?: string;
}

export type BarsChartProps<Row extends object> = {
  rows: readonly Row[];
  label: (row: Row) => string;
  series: readonly Series<Row>[];
  format: (value: number) => string;
  /** The axis ends at this value or above, so that a chart of zeros has a scale. */
  minAxisEnd: number;
};

/** The end of the last bar of each series, or the middle of its part of a stack. */
function locateSeries<Row>(last: Row, series: readonly Series<Row>[]) {
  const sums = new Map<string, number>();
  return series.map(({ name, colour, value, stack }) => {
    const height = value(last);
    if (stack === undefined) return { name, colour, at: height };
    const base = sums.get(stack) ?? 0;
    sums.set(stack, base + height);
    return { name, colour, at: base + height / 2 };
  });
}

/** A bar chart whose series are named beside their last bars. */
export function BarsChart<Row extends object>({
  rows,
  label,
  series,
  format,
  minAxisEnd,
}: BarsChartProps<Row>) {
  const data = rows.map((row) => ({
    label: label(row),
    ...Object.fromEntries(series.map(({ name, value }) => [name, value(row)])),
  }));
  const last = rows.at(-1);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={data}
        margin={{ top: 8, right: seriesLabelWidth, bottom: 0, left: 4 }}
        accessibilityLayer={false}
        barCategoryGap="22%"
      >
        <CartesianGrid vertical={false} stroke={chartColours.line} />
        <XAxis dataKey="label" {...axisProps} interval="preserveStartEnd" minTickGap={6} />
        <YAxis
          {...axisProps}
          axisLine={false}
          width={56}
          allowDecimals={false}
          domain={['auto', (highest: number) => Math.max(highest, minAxisEnd)]}
          tickFormatter={format}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-sand-soft)' }}
          formatter={(value) => format(Number(value))}
          contentStyle={{ borderRadius: 10, borderColor: chartColours.line }}
        />
        {series.map(({ name, colour, stack }) => (
          <Bar
            key={name}
            dataKey={name}
            fill={colour}
            isAnimationActive={false}
            {...(stack ? { stackId: stack } : {})}
          />
        ))}
        {last !== undefined && <SeriesLabels series={locateSeries(last, series)} />}
      </BarChart>
    </ResponsiveContainer>
  );
}
