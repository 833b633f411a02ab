import type { ChangedFacts } from '#services/contract/changed-since.ts';
import type { ErrorAnswer } from '#services/contract/errors.ts';
import { formatDate, formatTime } from '#web/lib/london-time.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type FactText, formatFact, getFactLabel } from './fact-texts.ts';
import { useInstructors } from './use-instructors.ts';

type ChangedDialogProps = {
  changed: ChangedFacts;
  /** Who changed it last, and when; where the server reports it. */
  change: ErrorAnswer['change'];
  /** What the person was about to save, by the names of the facts. */
  mine: Readonly<Record<string, unknown>>;
  texts: Readonly<Record<string, FactText>>;
  /** Names what is done all the same, such as "Delete all the same". */
  overwriteLabel: string;
  /** The other one's version is being read. */
  isTaking: boolean;
  onOverwrite: () => void;
  onTakeTheirs: () => void;
  /** Nothing is saved, and the form stays as it is. */
  onBack: () => void;
};

type FactProps = { label: string; value: string; isStrong?: boolean };

const Fact = ({ label, value, isStrong = false }: FactProps) => (
  <div className="min-w-0">
    <dt className="text-ink-muted text-sm">{label}</dt>
    <dd className={isStrong ? 'wrap-anywhere font-semibold' : 'wrap-anywhere'}>{value}</dd>
  </div>
);

const isFact = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Shows what another person changed meanwhile, as it was and as it is, and asks whose version stays. */
export function ChangedDialog({
  changed,
  change,
  mine,
  texts,
  overwriteLabel,
  isTaking,
  onOverwrite,
  onTakeTheirs,
  onBack,
}: ChangedDialogProps) {
  const instructors = useInstructors().data?.instructors ?? [];
  const instructorId: FactText = {
    label: 'Instructor',
    format: (id) => instructors.find((each) => each.id === id)?.name ?? 'Someone who has left',
  };
  const own = { instructorId, ...texts };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onBack()}
      title="Someone else changed this"
      description={`${change ? `${change.by} changed it on ${formatDate(change.at)}, ${formatTime(change.at)}` : 'It has changed'} since you opened it. Nothing of yours has been saved yet.`}
      footer={
        <>
          <Button variant="secondary" busy={isTaking} onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button disabled={isTaking} onClick={onOverwrite}>
            {overwriteLabel}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-3 py-1">
        {Object.entries(changed).map(([name, { was, is }]) => {
          const yours = mine[name];
          const hasYours = isFact(yours) && yours !== is && yours !== was;
          return (
            <li key={name} className="rounded-card border border-sand px-4 py-3">
              <h3 className="font-sans font-semibold text-base">{getFactLabel(name, own)}</h3>
              <dl className={`mt-1 grid gap-x-4 ${hasYours ? 'grid-cols-3' : 'grid-cols-2'}`}>
                <Fact label="You saw" value={formatFact(name, was, own)} />
                <Fact label="Now" value={formatFact(name, is, own)} isStrong />
                {hasYours && <Fact label="Yours" value={formatFact(name, yours, own)} />}
              </dl>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
