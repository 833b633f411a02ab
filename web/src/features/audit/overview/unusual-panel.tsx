import type { AuditFigure, AuditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { formatNumber } from '#web/lib/numbers.ts';
import { FigureEventTable } from './figure-event-table.tsx';
import { FigureLink } from './figure-link.tsx';

type Unusual = AuditOverviewAnswer['unusual'];

const kinds: readonly { kind: keyof Unusual['counts']; figure: AuditFigure; name: string }[] = [
  { kind: 'adjustment', figure: 'unusual_adjustment', name: 'Given or taken by staff' },
  { kind: 'removal', figure: 'unusual_removal', name: 'Removals' },
  { kind: 'refund', figure: 'unusual_refund', name: 'Refunds and disputes' },
  { kind: 'rules', figure: 'unusual_rules', name: 'Changes of rules' },
  { kind: 'export', figure: 'unusual_export', name: 'Downloads of all data' },
];

/** The latest events that are no everyday ones, and how many there are of each kind. */
export const UnusualPanel = ({ unusual: { counts, latest } }: { unusual: Unusual }) => (
  <Panel
    title="Unusual events"
    intro="The latest, and all of each kind: passes given or taken by staff, members and seats removed, money sent back, rules changed, all data downloaded."
    tools={latest.length > 0 && <FigureLink figure="unusual">All of them</FigureLink>}
  >
    <ul aria-label="Kinds of unusual events" className="flex flex-wrap gap-x-6 gap-y-2">
      {kinds.map(({ kind, figure, name }) => (
        <li key={kind}>
          <FigureLink figure={figure}>
            {name}: <span className="tabular font-semibold">{formatNumber(counts[kind])}</span>
          </FigureLink>
        </li>
      ))}
    </ul>
    {latest.length === 0 ? (
      <p className="text-ink-muted">There is none yet.</p>
    ) : (
      <FigureEventTable caption="The latest unusual events" events={latest} unit={null} />
    )}
  </Panel>
);
