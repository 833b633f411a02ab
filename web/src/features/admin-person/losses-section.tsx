import type { Person, PersonLoss } from '#services/contract/person.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { describeLoss } from './lot-words.ts';
import { NothingYet, OlderLeftOut, PersonSection } from './person-section.tsx';

/** When it happened, against until when it would have been free. */
const describeMoment = ({ kind, at, freeUntil }: PersonLoss): string => {
  if (kind === 'late_cancellation' && freeUntil !== null)
    return `Cancelled ${formatDayTime(at)}. Free until ${formatDayTime(freeUntil)}.`;
  return `${formatDayTime(at)}.`;
};

const Loss = ({ loss }: { loss: PersonLoss }) => (
  <li className="py-3">
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <span className="font-medium">{describeLoss(loss)}</span>
      {loss.cameBack && <Badge tone="kelp">Came back later</Badge>}
    </p>
    <p className="tabular text-ink-muted">
      {describeMoment(loss)} {loss.kind === 'late_cancellation' ? '' : loss.why}
    </p>
    <p className="mt-1 border-sea border-l-2 pl-3">
      <span className="text-ink-muted">Rule: </span>
      {loss.rule}
    </p>
    <p className="mt-1 text-ink-muted text-sm">
      From{' '}
      <a href={`#lot-${loss.lotId}`} className="text-link">
        {loss.passName}
      </a>
    </p>
  </li>
);

/** Why passes were lost, each with the rule that decided it. */
export const LossesSection = ({ losses }: Pick<Person, 'losses'>) => (
  <PersonSection id="lost" title="Lost passes" count={losses.total}>
    {losses.total === 0 ? (
      <NothingYet>No pass was lost.</NothingYet>
    ) : (
      <ul className="divide-y divide-sand">
        {losses.entries.map((loss) => (
          <Loss key={loss.key} loss={loss} />
        ))}
      </ul>
    )}
    <OlderLeftOut total={losses.total} shown={losses.entries.length} />
  </PersonSection>
);
