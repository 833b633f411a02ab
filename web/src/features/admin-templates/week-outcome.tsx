import { useEffect, useRef } from 'react';
import type { RetainedClass, WeekPlan } from '#services/contract/admin-templates.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';
import type { Outcome } from './use-week-actions.ts';

type WeekOutcomeProps = {
  /** What was done on this page; null before that. */
  outcome: Outcome | null;
  plan: WeekPlan | undefined;
  busy: boolean;
  onUndo: (application: number) => void;
};

type UndoButtonProps = Pick<WeekOutcomeProps, 'busy' | 'onUndo'> & { application: number };

const UndoButton = ({ application, busy, onUndo }: UndoButtonProps) => (
  <Button variant="secondary" className="mt-2.5" busy={busy} onClick={() => onUndo(application)}>
    {busy ? 'Undoing...' : 'Undo'}
  </Button>
);

const formatRetained = ({ date, time, name, note }: RetainedClass): string =>
  `${formatShortWallDay(date)}, ${time}, ${getLevelName(name)}. ${note}.`;

/** Shows what was done with the template in the week, and offers to undo it, also when it was done before. */
export function WeekOutcome({ outcome, plan, ...undo }: WeekOutcomeProps) {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is removed or disabled now.
  useEffect(() => {
    if (outcome !== null) place.current?.focus();
  }, [outcome]);

  if (outcome === null) {
    if (!plan?.undo) return null;
    const { application, classes } = plan.undo;
    return (
      <Notice title={`The template added ${formatCount(classes, 'class', 'classes')} to this week.`}>
        <p>Nobody has booked yet, so you can still take {classes === 1 ? 'it' : 'them'} back.</p>
        <UndoButton application={application} {...undo} />
      </Notice>
    );
  }
  const { message, application, kept } = outcome;
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-4 rounded-card">
      <Notice tone="success" title={message}>
        {application !== undefined && (
          <>
            <p>Choose another week above to go on.</p>
            <UndoButton application={application} {...undo} />
          </>
        )}
        {kept.length > 0 && (
          <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-5">
            {kept.map((one) => (
              <li key={one.classId}>{formatRetained(one)}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
