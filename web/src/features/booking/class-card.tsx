import { Info } from 'lucide-react';
import { useId } from 'react';
import type { MyBooking } from '#services/contract/bookings.ts';
import type { ScheduledClass } from '#services/contract/schedule.ts';
import type { WaitlistStatus } from '#services/contract/waitlist.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { lazyPart } from '#web/components/ui/lazy-parts.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';
import { getLevelHint, getLevelName } from '#web/lib/class-level.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';
import type { ClassCardState } from '../timetable/class-card-state.ts';
import { describeDeadline } from '../timetable/describe-deadline.ts';
import { getClassAnchor } from '../timetable/wanted-class.ts';
import { ClassCardAction } from './class-card-action.tsx';
import { ClassSeats } from './class-seats.tsx';

const UsualMark = lazyPart(() => import('../timetable/usual-mark.tsx').then((m) => m.UsualMark));

interface ClassCardProps {
  readonly scheduledClass: ScheduledClass;
  readonly state: ClassCardState;
  readonly bookings: readonly MyBooking[];
  /** Undefined for visitors. */
  readonly waitlistStatus: WaitlistStatus | undefined;
  /** The address asks for it. */
  readonly isMarked: boolean;
}

const Level = ({ scheduledClass, isPast }: { scheduledClass: ScheduledClass; isPast: boolean }) => {
  const hint = getLevelHint(scheduledClass.name);
  const name = `${getLevelName(scheduledClass.name)}${isPast ? ' (Past)' : ''}`;
  const tone = isPast ? 'neutral' : 'sea';
  if (hint === null) return <Badge tone={tone}>{name}</Badge>;
  return (
    <Tooltip content={hint}>
      <button type="button" className="-my-2 inline-flex min-h-11 items-center rounded-full">
        <Badge tone={tone}>
          {name}
          <Info aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
        </Badge>
      </button>
    </Tooltip>
  );
};

/** One class of the timetable: time, level, instructor, seats, cancellation deadline and one action. */
export const ClassCard = ({ scheduledClass, state, bookings, waitlistStatus, isMarked }: ClassCardProps) => {
  const headingId = useId();
  const isRefilled = useRuleValues()?.late_cancel_refill === 'on';
  const isPast = state.kind === 'past';
  const { freeCancellationUntil } = state.kind === 'booked' ? state : scheduledClass;
  const deadlineText =
    'canCancelFreely' in state
      ? describeDeadline({ ...scheduledClass, freeCancellationUntil }, state.canCancelFreely, isRefilled)
      : null;
  return (
    <Card
      as="article"
      id={getClassAnchor(scheduledClass.id)}
      aria-labelledby={headingId}
      className={cx(
        'flex flex-col max-md:p-4',
        isPast && 'bg-transparent text-ink-muted',
        state.kind === 'booked' && 'border-sea',
        state.kind === 'offered' && 'border-coral!',
        isMarked && 'ring-2 ring-sea',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h4 id={headingId} className="tabular font-display text-3xl leading-none tracking-tight">
          {scheduledClass.time}
          <span className="sr-only"> {getLevelName(scheduledClass.name)}</span>
        </h4>
        <Level scheduledClass={scheduledClass} isPast={isPast} />
      </div>
      <p className="mt-1.5 font-medium md:mt-2.5">
        {scheduledClass.instructorName || 'Instructor'}
        <span className="font-normal text-ink-muted"> · {scheduledClass.duration} min</span>
      </p>
      <ClassSeats
        scheduledClass={scheduledClass}
        state={state}
        mark={
          state.kind === 'open' ? <UsualMark scheduledClass={scheduledClass} bookings={bookings} /> : null
        }
      />
      <p className="mt-2 text-ink-muted text-sm md:mt-3">
        <span className="whitespace-nowrap">Max capacity {scheduledClass.maxCapacity}</span> ·{' '}
        <span className="whitespace-nowrap">Requires 1 pass</span>
        {deadlineText ? <span className="block text-pretty">{deadlineText}</span> : null}
      </p>
      <div className="mt-auto pt-3.5 md:pt-5">
        <ClassCardAction
          scheduledClass={scheduledClass}
          state={state}
          waitlistStatus={waitlistStatus}
          describedBy={headingId}
        />
      </div>
    </Card>
  );
};
