import { useId } from 'react';
import type { ImportEntry } from '#services/contract/imports.ts';
import { Badge, type Tone } from '#web/components/ui/badge.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { formatDayTime } from '#web/lib/london-time.ts';
import { formatPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { ImportActions } from './import-actions.tsx';

const states: Readonly<Record<ImportEntry['status'], { label: string; tone: Tone }>> = {
  running: { label: 'Running', tone: 'sea' },
  stopped: { label: 'Stopped', tone: 'amber' },
  closed: { label: 'Done', tone: 'kelp' },
  undoing: { label: 'Being undone', tone: 'amber' },
  undone: { label: 'Undone', tone: 'neutral' },
};

function Progress({ done, people }: Pick<ImportEntry, 'done' | 'people'>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="tabular text-ink-muted">
        {done} of {people} brought over
      </label>
      <progress
        id={id}
        max={people}
        value={done}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sand-soft accent-sea [&::-webkit-progress-bar]:bg-sand-soft [&::-webkit-progress-value]:bg-sea"
      />
    </div>
  );
}

const describeFiles = ({ files }: ImportEntry) =>
  files
    .map(
      ({ kind, lines, refused }) => `${kind}.csv ${lines} lines${refused > 0 ? `, ${refused} refused` : ''}`,
    )
    .join('; ');

function Result({ entry }: { entry: ImportEntry }) {
  const { created, merged, sums, invitedAt, undone } = entry;
  if (undone !== null)
    return (
      <p>
        {formatCount(undone.lots, 'pass', 'passes')} taken back,{' '}
        {formatCount(undone.members, 'member', 'members')} deleted on {formatDayTime(undone.at)}
        {undone.kept > 0 ? `; ${undone.kept} were used and stay` : ''}.
      </p>
    );
  return (
    <p>
      {formatCount(created, 'new member', 'new members')}, {merged} who were here,{' '}
      {formatCount(sums.lots, 'pass', 'passes')} with {formatCount(sums.passes, 'class', 'classes')} left,
      worth {formatPence(sums.pence)}.{' '}
      {invitedAt === null ? 'Nobody is invited yet.' : `Invited on ${formatDayTime(invitedAt)}.`}
    </p>
  );
}

/** What became of an import whose lines were lost, and how it goes on. */
function Stopped({ files }: ImportEntry) {
  return (
    <Notice tone="warning" title="Not everyone was brought over">
      The lines of its files were lost with the database. To continue, choose the same files again above:{' '}
      {files.map(({ kind }) => `${kind}.csv`).join(' and ')}. Nobody gets anything twice.
    </Notice>
  );
}

/** One import: how far it is, what it brought, and what can be done with it. */
export function ImportCard({ entry }: { entry: ImportEntry }) {
  const { source, status, begunAt } = entry;
  const { label, tone } = states[status];
  return (
    <article
      aria-label={`From ${source}, ${formatDayTime(begunAt)}`}
      className="flex flex-col gap-3 rounded-card border border-sand bg-surface p-4 md:px-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 className="break-words text-lg">{source}</h3>
          <p className="tabular text-ink-muted">
            {formatDayTime(begunAt)}; {describeFiles(entry)}
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {status === 'running' ? <Progress {...entry} /> : null}
      {status === 'stopped' ? <Stopped {...entry} /> : null}
      {status === 'running' || status === 'stopped' ? null : <Result entry={entry} />}
      {status === 'closed' ? <ImportActions entry={entry} /> : null}
    </article>
  );
}
