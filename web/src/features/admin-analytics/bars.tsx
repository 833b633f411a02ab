import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axisLook, ChartKey, chartColours } from './chart-theme.tsx';

interface Series<Row> {
  readonly name: string;
  readonly value: (row: Row) => number;
  readonly colour: string;
  /** Bars of the same stack stand on each other. */
  readonly stack?: string;
}

type BarsProps<Row extends object> = {
  rows: readonly Row[];
  label: (row: Row) => string;
  series: readonly Series<Row>[];
  format: (value: number) => string;
  /** How far the axis goes at least, so that nothing but zeros is still a scale. */
  least: number;
};

/** Bars side by side or on each other, with the names of their colours above. */
export function Bars<Row extends object>({ rows, label, series, format, least }: BarsProps<Row>) {
  const data = rows.map((row) => ({
    label: label(row),
    ...Object.fromEntries(series.map(({ name, value }) => [name, value(row)])),
  }));
  return (
    <div className="flex h-full flex-col gap-1">
      <ChartKey entries={series} />
      <div className="min-h-0 grow">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={data}
            margin={{ top: 8, right: 4, bottom: 0, left: 4 }}
            accessibilityLayer={false}
            barCategoryGap="22%"
          >
            <CartesianGrid vertical={false} stroke={chartColours.line} />
            <XAxis dataKey="label" {...axisLook} interval="preserveStartEnd" minTickGap={6} />
            <YAxis
              {...axisLook}
              axisLine={false}
              width={56}
              allowDecimals={false}
              domain={['auto', (most: number) => Math.max(most, least)]}
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
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}
