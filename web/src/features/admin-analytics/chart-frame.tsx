import { type ReactNode, useId, useState } from 'react';
import { Panel } from '../../components/staff/panel.tsx';
import { Button } from '../../components/ui/button.tsx';

interface ChartColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => ReactNode;
}

type ChartFrameProps<Row> = {
  title: string;
  intro: string;
  /** What the drawing shows, in a sentence or two. */
  summary: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The same figures as a table: the first column names the row. */
  columns: readonly ChartColumn<Row>[];
  children: ReactNode;
};

/** A chart that can be read without being seen: a sentence that sums it up, and its figures as a table. */
export function ChartFrame<Row>({
  title,
  intro,
  summary,
  rows,
  rowKey,
  columns,
  children,
}: ChartFrameProps<Row>) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <Panel
      title={title}
      intro={intro}
      tools={
        <Button variant="quiet" size="sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
          <span className="sr-only">: {title}</span>
        </Button>
      }
    >
      <div className="rounded-card border border-sand bg-surface p-4">
        {asTable ? (
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
        ) : (
          <div role="img" aria-labelledby={id} className="h-64 w-full">
            {children}
          </div>
        )}
      </div>
      <p id={id} className="text-ink-muted">
        {summary}
      </p>
    </Panel>
  );
}
