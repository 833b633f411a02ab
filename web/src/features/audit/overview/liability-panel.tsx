import type { AuditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { FigureLink } from './figure-link.tsx';

/** What the studio owes its members in classes. */
export const LiabilityPanel = ({
  liability: { lots, passes, pence },
}: Pick<AuditOverviewAnswer, 'liability'>) => (
  <Panel title="Liability today" intro="Paid passes that are not used yet, at what was paid for them.">
    <Card className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <FigureLink figure="liability" className="tabular font-display text-3xl">
        {formatExactPence(pence)}
      </FigureLink>
      <p className="text-ink-muted">
        {formatCount(passes, 'pass', 'passes')} of {formatCount(lots, 'lot', 'lots')}
      </p>
    </Card>
  </Panel>
);
