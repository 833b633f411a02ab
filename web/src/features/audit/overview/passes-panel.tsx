import { BadgeCheck, ShieldAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AuditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { formatNumber } from '#web/lib/numbers.ts';
import { PassStateBar } from '../pass-state-bar.tsx';
import { passStates } from '../pass-states.ts';
import { type FigureAddress, getFigurePath } from './figure.ts';

type TermProps = { sign?: string; figure: FigureAddress['figure']; count: number; colour?: string };

/** One term of the equation, which opens its events. */
const Term = ({ sign, figure, count, colour }: TermProps) => (
  <li className="flex items-center gap-2">
    {sign !== undefined && <span className="w-4 text-center text-ink-muted text-xl">{sign}</span>}
    <Link
      to={getFigurePath({ figure })}
      className="flex min-h-14 flex-col rounded-md px-2 py-1 transition-colors hover:bg-sea-tint"
    >
      <span className="tabular font-display text-2xl text-sea-dark underline decoration-edge decoration-1 underline-offset-4">
        {formatNumber(count)}
      </span>{' '}
      <span className="flex items-center gap-1.5 text-ink-muted text-sm">
        {colour !== undefined && <span aria-hidden="true" className={`size-2.5 rounded-full ${colour}`} />}
        {figure}
      </span>
    </Link>
  </li>
);

/** The passes of the studio: granted is the sum of the six places that a pass can be in. */
export const PassesPanel = ({ passes, balanced }: Pick<AuditOverviewAnswer, 'passes' | 'balanced'>) => (
  <Panel
    title="Every pass is in one place"
    intro="All passes ever granted. Each number opens the events that make it up."
    tools={
      <Badge tone={balanced ? 'kelp' : 'rust'} icon={balanced ? BadgeCheck : ShieldAlert}>
        {balanced ? 'The sum holds' : 'Not in balance'}
      </Badge>
    }
  >
    <Card className="flex flex-col gap-4">
      <ul aria-label="Granted is the sum of the six places" className="flex flex-wrap gap-x-1 gap-y-2">
        <Term figure="granted" count={passes.granted} />
        {passStates.map(({ state, colour }, index) => (
          <Term
            key={state}
            sign={index === 0 ? '=' : '+'}
            figure={state}
            count={passes[state]}
            colour={colour}
          />
        ))}
      </ul>
      <PassStateBar counts={passes} className="h-4" />
    </Card>
  </Panel>
);
