import { useState } from 'react';
import { Bar, BarChart, CartesianGrid, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { FlowStep } from './flow-steps.ts';

const tick = { fill: 'var(--color-ink-muted)', fontSize: 13 };

/** Below this width the names of the bars are turned, so that they do not overlap. */
const leastWidth = 520;

/** The passes of a month as a waterfall: each bar begins where the one before it ended. */
export function FlowChart({ steps }: { steps: readonly FlowStep[] }) {
  const [isNarrow, setIsNarrow] = useState(false);
  const names = isNarrow ? ({ angle: -40, textAnchor: 'end', height: 64 } as const) : {};
  return (
    <ResponsiveContainer width="100%" height="100%" onResize={(width) => setIsNarrow(width < leastWidth)}>
      <BarChart
        data={[...steps]}
        margin={{ top: 24, right: 4, bottom: 0, left: 4 }}
        accessibilityLayer={false}
        barCategoryGap="18%"
      >
        <CartesianGrid vertical={false} stroke="var(--color-sand)" />
        <XAxis
          dataKey="name"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-sand)' }}
          interval={0}
          {...names}
        />
        <YAxis tick={tick} tickLine={false} axisLine={false} width={48} allowDecimals={false} />
        <Bar dataKey="span" isAnimationActive={false} minPointSize={2}>
          {steps.map(({ name, colour }) => (
            <Cell key={name} fill={colour} />
          ))}
          <LabelList dataKey="label" position="top" fill="var(--color-ink)" fontSize={14} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
