import type { AuditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { CardRow, CardTable, Cell, HeadCell } from '#web/components/table/card-table.tsx';
import { capitalise } from '#web/lib/capitalise.ts';
import { formatInstant, formatShortWallDay } from '#web/lib/london-time.ts';
import { formatCount, formatNumber } from '#web/lib/numbers.ts';
import { cellClasses, LabelledCell } from '../labelled-cell.tsx';
import { FigureLink } from './figure-link.tsx';

type Readings = AuditOverviewAnswer['readings'];

const dataNames: Readonly<Record<Readings['readers'][number]['what'], string>> = {
  health: 'Health details',
  audit: 'Names and addresses, at this desk',
  page: 'Pages of members',
  dispute: 'Evidence of disputes',
};

const headers = ['Who', 'What they opened', 'Readings', 'Members', 'Last'];

/** Who read personal data this week; the members are named by their history only. */
export const ReadingsPanel = ({ readings: { from, to, total, readers } }: { readings: Readings }) => (
  <Panel
    title="Who looked at personal data this week"
    intro={`${formatShortWallDay(from)} to ${formatShortWallDay(to)}. The same person, data and member count once an hour.`}
    tools={
      total > 0 && (
        <FigureLink figure="readings" week={from}>
          {formatCount(total, 'reading', 'readings')}
        </FigureLink>
      )
    }
  >
    {readers.length === 0 ? (
      <p className="text-ink-muted">Nobody did.</p>
    ) : (
      <CardTable
        caption="Readings of personal data this week"
        head={headers.map((header) => (
          <HeadCell key={header} className="whitespace-nowrap px-3 py-2.5">
            {header}
          </HeadCell>
        ))}
      >
        {readers.map(({ reader, label, what, readings, members, lastAt }) => (
          <CardRow key={`${reader}/${what}`} className="bg-surface">
            <Cell className={`${cellClasses} font-medium max-md:block`}>{capitalise(label)}</Cell>
            <LabelledCell label="What they opened">{dataNames[what]}</LabelledCell>
            <LabelledCell label="Readings">
              <FigureLink figure="readings" week={from} reader={reader} what={what}>
                {formatNumber(readings)}
                <span className="sr-only">
                  {' '}
                  of {what === 'health' ? 'health details' : 'identities'} by {label}
                </span>
              </FigureLink>
            </LabelledCell>
            <LabelledCell label="Members">{formatNumber(members)}</LabelledCell>
            <LabelledCell label="Last">{formatInstant(lastAt)}</LabelledCell>
          </CardRow>
        ))}
      </CardTable>
    )}
  </Panel>
);
