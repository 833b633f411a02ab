import { type ReactNode, useId, useState } from 'react';
import { Panel } from '#web/components/staff/panel.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { BarsChart, type BarsChartProps } from './bars-chart.tsx';

interface ChartColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => ReactNode;
}

type FigureTableProps<Row extends object> = Pick<
  FigureChartProps<Row>,
  'title' | 'rows' | 'rowKey' | 'columns'
>;

const FigureTable = <Row extends object>({ title, rows, rowKey, columns }: FigureTableProps<Row>) => (
  <table className="w-full border-collapse text-sm tabular-nums">
    <caption className="sr-only">{title}</caption>
    <thead>
      <tr>
        {columns.map(({ header }, index) => (
          <th
            key={header}
            scope="col"
            className={`px-2 py-1.5 font-semibold text-ink-muted ${index === 0 ? 'text-left' : 'text-right'}`}
          >
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={rowKey(row)} className="border-sand border-t">
          {columns.map(({ header, value }, index) =>
            index === 0 ? (
              <th key={header} scope="row" className="px-2 py-1.5 text-left font-medium">
                {value(row)}
              </th>
            ) : (
              <td key={header} className="px-2 py-1.5 text-right">
                {value(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);

type FigureChartProps<Row extends object> = BarsChartProps<Row> & {
  title: string;
  intro: string;
  /** A sentence or two that describe the chart to screen readers. */
  summary: string;
  rowKey: (row: Row) => string;
  /** The columns of the table; the first one names the row. */
  columns: readonly ChartColumn<Row>[];
};

/** Figures as a chart or as a table, with a summary. */
export function FigureChart<Row extends object>({
  title,
  intro,
  summary,
  rowKey,
  columns,
  ...chart
}: FigureChartProps<Row>) {
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  return (
    <Panel
      title={title}
      intro={intro}
      tools={
        <Button variant="quiet" size="sm" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
          <span className="sr-only">: {title}</span>
        </Button>
      }
    >
      <div className="rounded-card border border-sand bg-surface p-4">
        {isTable ? (
          <FigureTable title={title} rows={chart.rows} rowKey={rowKey} columns={columns} />
        ) : (
          <div role="img" aria-labelledby={id} className="h-64 w-full">
            <BarsChart {...chart} />
          </div>
        )}
      </div>
      <p id={id} className="text-ink-muted">
        {summary}
      </p>
    </Panel>
  );
}
