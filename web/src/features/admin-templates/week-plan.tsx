import { Check, CircleAlert, Plus } from 'lucide-react';
import type { PlannedClass, WeekPlan } from '#services/contract/admin-templates.ts';
import { cx } from '#web/components/ui/cx.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatWallDay, getDateParts } from '#web/lib/london-time.ts';

const outcomes = {
  create: { text: 'New', icon: Plus, box: 'border-sea/40 bg-sea-tint', mark: 'text-sea-dark' },
  there: { text: 'There', icon: Check, box: 'border-sand bg-surface', mark: 'text-ink-muted' },
  clash: { text: 'Left out', icon: CircleAlert, box: 'border-amber/40 bg-amber-tint', mark: 'text-amber' },
} as const;

function PlannedClassCard({ planned }: { planned: PlannedClass }) {
  const { name, time, instructorName, outcome, note } = planned;
  const { text, icon: Icon, box, mark } = outcomes[outcome];
  return (
    <li className={cx('rounded-md border px-3 py-2 text-sm leading-snug', box)}>
      <p className="flex items-center justify-between gap-2">
        <span className="tabular font-semibold text-base">{time}</span>
        <span className={cx('flex items-center gap-1 whitespace-nowrap font-semibold', mark)}>
          <Icon aria-hidden="true" className="size-4" />
          {text}
        </span>
      </p>
      <p>{getLevelName(name)}</p>
      <p className="text-ink-muted">{instructorName}</p>
      {note && <p className={cx('mt-1', mark)}>{note}.</p>}
    </li>
  );
}

/** A week's classes after a template is applied, day by day, with what it adds and leaves out. */
export function WeekPlanView({ plan }: { plan: WeekPlan }) {
  return (
    <ol aria-label="The week" className="grid gap-x-3 gap-y-4 xl:grid-cols-7">
      {plan.days.map(({ date, classes }) => {
        const { weekday, day } = getDateParts(date);
        return (
          <li key={date} className={cx('min-w-0', classes.length === 0 && 'max-xl:hidden')}>
            <h3 className="mb-2 border-sand border-b pb-1.5 font-sans font-semibold text-base">
              <span className="sr-only">{formatWallDay(date)}</span>
              <span aria-hidden="true">
                {weekday} <span className="tabular font-normal text-ink-muted">{day}</span>
              </span>
            </h3>
            {classes.length === 0 ? (
              <p className="text-ink-muted text-sm">No classes</p>
            ) : (
              <ul className="grid gap-2 max-xl:sm:grid-cols-2 max-xl:md:grid-cols-3">
                {classes.map((planned) => (
                  <PlannedClassCard key={planned.templateClassId} planned={planned} />
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}
