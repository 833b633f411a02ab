import { rules } from '#services/contract/rules.ts';
import type { WhatIfAnswer } from '#services/contract/what-if.ts';
import { formatNumber } from '#web/lib/numbers.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import { chartColours } from '../admin-analytics/chart-theme.tsx';
import { FigureChart } from '../admin-analytics/figure-chart.tsx';
import { formatSettingValue } from '../admin-settings/format-setting.ts';

type Sweep = NonNullable<WhatIfAnswer['sweep']>;

/** Passes kept by members against places lost to the studio, over the range of one rule. */
export const SweepChart = ({
  sweep: { key, values },
  asked,
}: {
  sweep: Sweep;
  asked: string | undefined;
}) => {
  const inForce = useRuleValues()?.[key];
  const describe = (value: string) =>
    `${formatSettingValue(key, value)}${value === asked ? ' (asked)' : value === inForce ? ' (in force)' : ''}`;
  const ends = [values[0], values.at(-1)].filter((end) => end !== undefined);
  const summary = ends
    .map(
      ({ value, passesKept, seatsLost }) =>
        `At ${formatSettingValue(key, value)}, ${formatNumber(passesKept)} passes come back and ${formatNumber(seatsLost)} places stay empty.`,
    )
    .join(' ');
  return (
    <FigureChart
      title={`Over the range of “${rules[key].title}”`}
      intro="What each value would have done in these days."
      summary={summary}
      rows={values}
      rowKey={({ value }) => value}
      label={({ value }) => describe(value)}
      columns={[
        { header: rules[key].title, value: ({ value }) => describe(value) },
        { header: 'Passes that came back', value: ({ passesKept }) => formatNumber(passesKept) },
        { header: 'Places given up that stayed empty', value: ({ seatsLost }) => formatNumber(seatsLost) },
      ]}
      series={[
        { name: 'Passes that came back', value: ({ passesKept }) => passesKept, colour: chartColours.sea },
        { name: 'Places that stayed empty', value: ({ seatsLost }) => seatsLost, colour: chartColours.coral },
      ]}
      format={formatNumber}
      minAxisEnd={4}
    />
  );
};
