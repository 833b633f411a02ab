import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminClass } from '../../../../services/contract/admin-schedule.ts';
import { EffectsDialog } from '../../components/staff/effects-dialog.tsx';
import { staffMessages } from '../../components/staff/staff-messages.ts';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { cx } from '../../components/ui/cx.ts';
import { SeatDots } from '../../components/ui/seat-dots.tsx';
import { toast } from '../../components/ui/toast.ts';
import { getLevelName } from '../../lib/class-level.ts';
import { request } from '../../lib/http.ts';
import { ClassBookings } from './class-bookings.tsx';
import { classStatus } from './class-status.ts';
import { EditClassDialog } from './edit-class-dialog.tsx';
import { SubstituteDialog } from './substitute-dialog.tsx';
import { classesPath, refreshTimetable } from './use-timetable.ts';

type ClassRowProps = {
  shown: AdminClass;
  /** Its bookings are shown. */
  isOpen: boolean;
  onToggle: () => void;
};

type Doing = 'edit' | 'substitute' | 'delete' | null;

/** One class of the day: when, what, with whom, how full, and all that staff do with it. */
export function ClassRow({ shown, isOpen, onToggle }: ClassRowProps) {
  const { mutate } = useSWRConfig();
  const panelId = useId();
  const [doing, setDoing] = useState<Doing>(null);
  const [marking, setMarking] = useState(false);
  const { id, time, isMarkedFull, bookedCount, maxCapacity, waitlistCount } = shown;
  const level = getLevelName(shown.name);
  const what = `${time} ${level}`;
  const status = classStatus(shown);
  const close = () => setDoing(null);

  const markFull = async () => {
    setMarking(true);
    try {
      const body = { isMarkedFull: !isMarkedFull };
      await request(`${classesPath}/${id}/mark-full`, { method: 'PATCH', body });
      await refreshTimetable(mutate);
    } catch (cause) {
      toast(staffMessages.classStatusFailed(cause));
    } finally {
      setMarking(false);
    }
  };
  const remove = async (): Promise<boolean> => {
    try {
      await request(`${classesPath}/${id}`, { method: 'DELETE' });
      toast(staffMessages.deleted('class'));
      await refreshTimetable(mutate);
      return true;
    } catch (cause) {
      toast(staffMessages.deleteFailed('class', cause));
      return false;
    }
  };

  return (
    <article aria-label={what} className="rounded-card border border-sand bg-surface">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 md:px-5">
        <p className="tabular w-22 font-display text-2xl leading-none">{time}</p>
        <div className="min-w-40 grow basis-44">
          <p className="font-semibold leading-snug">{level}</p>
          <p className="text-ink-muted text-sm">{shown.instructorName}</p>
        </div>
        <div className="flex w-56 flex-col gap-1.5">
          <span>
            <Badge tone={status.tone}>{status.text}</Badge>
          </span>
          <span className="flex items-center gap-2.5">
            <SeatDots capacity={maxCapacity} taken={bookedCount} />
            <span className="tabular whitespace-nowrap text-ink-muted text-sm">
              {bookedCount} of {maxCapacity}
            </span>
          </span>
          {waitlistCount > 0 && (
            <span className="text-ink-muted text-sm">{waitlistCount} on the waitlist</span>
          )}
        </div>
        <div className="-mx-2 flex flex-wrap items-center gap-1 md:mx-0 md:justify-end">
          <Button
            variant={isOpen ? 'primary' : 'secondary'}
            size="sm"
            aria-expanded={isOpen}
            aria-controls={panelId}
            aria-label={`Bookings of ${what}`}
            onClick={onToggle}
          >
            Bookings
            <ChevronDown
              aria-hidden="true"
              className={cx('size-4 transition-transform', isOpen && 'rotate-180')}
            />
          </Button>
          <Button
            variant="quiet"
            size="sm"
            busy={marking}
            aria-label={`${isMarkedFull ? 'Unmark' : 'Mark full'}: ${what}`}
            onClick={() => void markFull()}
          >
            {isMarkedFull ? 'Unmark' : 'Mark full'}
          </Button>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Substitute for ${what}`}
            onClick={() => setDoing('substitute')}
          >
            Substitute
          </Button>
          <Button variant="quiet" size="sm" aria-label={`Edit ${what}`} onClick={() => setDoing('edit')}>
            Edit
          </Button>
          <Button
            variant="quietDanger"
            size="sm"
            aria-label={`Delete ${what}`}
            onClick={() => setDoing('delete')}
          >
            Delete
          </Button>
        </div>
      </div>
      <div
        id={panelId}
        hidden={!isOpen}
        className="rounded-b-card border-sand border-t bg-paper px-4 py-4 md:px-5"
      >
        {isOpen && <ClassBookings shown={shown} />}
      </div>
      {doing === 'edit' && <EditClassDialog shown={shown} onClose={close} />}
      {doing === 'substitute' && <SubstituteDialog shown={shown} onClose={close} />}
      {doing === 'delete' && (
        <EffectsDialog
          open
          onOpenChange={(open) => open || close()}
          title={`Delete ${what}?`}
          call={{ path: `${classesPath}/${id}`, method: 'DELETE' }}
          confirmLabel="Delete class"
          cancelLabel="Keep the class"
          onConfirm={remove}
        />
      )}
    </article>
  );
}
