import { Check, ChevronDown, CircleAlert, Plus } from 'lucide-react';
import { useState } from 'react';
import type { PlannedClass, WeekPlan } from '#services/contract/admin-templates.ts';
import { cx } from '#web/components/ui/cx.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatWallDay, getDateParts } from '#web/lib/london-time.ts';
import { isPhone } from '#web/lib/screen.ts';

const outcomes = {
  create: { text: 'New', icon: Plus, box: 'border-sea/40 bg-sea-tint', mark: 'text-sea-dark' },
  there: { text: 'There', icon: Check, box: 'border-sand bg-surface', mark: 'text-ink-muted' },
  clash: { text: 'Left out', icon: CircleAlert, box: 'border-amber/40 bg-amber-tint', mark: 'text-amber' },
} as const;

const kinds = ['create', 'there', 'clash'] as const;

function PlannedClassCard({ planned }: { planned: PlannedClass }) {
  const { name, time, instructorName, outcome, note } = planned;
  const { text, icon: Icon, box, mark } = outcomes[outcome];
  return (
    <li
      className={cx(
        'rounded-md border px-3 py-2 text-sm leading-snug max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2 max-sm:py-1.5',
        box,
      )}
    >
      {/* On phones the time, the level and the outcome share a line. */}
      <p className="flex items-center justify-between gap-2 max-sm:contents">
        <span className="tabular font-semibold text-base">{time}</span>
        <span
          className={cx(
            'flex items-center gap-1 whitespace-nowrap font-semibold max-sm:order-1 max-sm:ml-auto',
            mark,
          )}
        >
          <Icon aria-hidden="true" className="size-4" />
          {text}
        </span>
      </p>
      <p>{getLevelName(name)}</p>
      <p className="text-ink-muted max-sm:order-2 max-sm:basis-full">{instructorName}</p>
      {note && <p className={cx('mt-1 max-sm:order-3 max-sm:basis-full', mark)}>{note}.</p>}
    </li>
  );
}

type DayProps = WeekPlan['days'][number];

function DayHeading({ date }: { date: string }) {
  const { weekday, day } = getDateParts(date);
  return (
    <>
      <span className="sr-only">{formatWallDay(date)}</span>
      <span aria-hidden="true">
        {weekday} <span className="tabular font-normal text-ink-muted">{day}</span>
      </span>
    </>
  );
}

const ClassCards = ({ classes }: Pick<DayProps, 'classes'>) => (
  <ul className="grid gap-2 max-xl:sm:grid-cols-2 max-xl:md:grid-cols-3">
    {classes.map((planned) => (
      <PlannedClassCard key={planned.templateClassId} planned={planned} />
    ))}
  </ul>
);

const Day = ({ date, classes }: DayProps) => (
  <>
    <h3 className="mb-2 border-sand border-b pb-1.5 font-sans font-semibold text-base">
      <DayHeading date={date} />
    </h3>
    {classes.length === 0 ? (
      <p className="text-ink-muted text-sm">No classes</p>
    ) : (
      <ClassCards classes={classes} />
    )}
  </>
);

/** '3 new, 1 left out' */
const formatOutcomes = (classes: DayProps['classes']): string =>
  kinds
    .map((each) => ({ each, count: classes.filter(({ outcome }) => outcome === each).length }))
    .filter(({ count }) => count > 0)
    .map(({ each, count }) => `${count} ${outcomes[each].text.toLowerCase()}`)
    .join(', ');

/** A day as one line that opens; one with a class that is left out is open. */
const FoldedDay = ({ date, classes }: DayProps) => (
  <details
    className="group border-sand border-b"
    open={classes.some(({ outcome }) => outcome === 'clash') || undefined}
  >
    <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-sm [&::-webkit-details-marker]:hidden">
      <span className="w-16 shrink-0 font-semibold">
        <DayHeading date={date} />
      </span>
      <span className="grow">{formatOutcomes(classes)}</span>
      <ChevronDown
        aria-hidden="true"
        className="size-5 shrink-0 text-ink-muted transition-transform group-open:rotate-180"
      />
    </summary>
    <div className="pb-3">
      <ClassCards classes={classes} />
    </div>
  </details>
);

/** A week's classes after a template is applied, day by day, with what it adds and leaves out. */
export function WeekPlanView({ plan }: { plan: WeekPlan }) {
  const [isFolded] = useState(isPhone);
  return (
    <ol
      aria-label="The week"
      className={cx('grid xl:grid-cols-7', isFolded ? 'border-sand border-t' : 'gap-x-3 gap-y-4')}
    >
      {plan.days.map((day) => (
        <li key={day.date} className={cx('min-w-0', day.classes.length === 0 && 'max-xl:hidden')}>
          {isFolded ? <FoldedDay {...day} /> : <Day {...day} />}
        </li>
      ))}
    </ol>
  );
}
