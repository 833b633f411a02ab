import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { AdminClass } from '#services/contract/admin-schedule.ts';
import { DeleteDialog } from '#web/components/staff/delete-dialog.tsx';
import { EditDeleteButtons } from '#web/components/staff/edit-delete-buttons.tsx';
import { EffectsDialog } from '#web/components/staff/effects-dialog.tsx';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { useSeenEdit } from '#web/components/staff/use-seen-edit.tsx';
import { useSubmission } from '#web/components/staff/use-submission.ts';
import { ActionMenu } from '#web/components/ui/action-menu.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { SeatDots } from '#web/components/ui/seat-dots.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { ClassBookings } from './class-bookings.tsx';
import { describeClassStatus } from './class-status.ts';
import { EditClassDialog } from './edit-class-dialog.tsx';
import { SubstituteDialog } from './substitute-dialog.tsx';
import { classesPath, pickSeenClass, refreshTimetable } from './use-timetable.ts';

type MarkFullButtonProps = { shown: AdminClass; name: string };

/** Marks a class full, or takes the mark off. While members wait, marking may withdraw offers: the effects are confirmed first. */
function MarkFullButton({ shown, name }: MarkFullButtonProps) {
  const { mutate } = useSWRConfig();
  const { send, question } = useSeenEdit();
  const { id, isMarkedFull, waitlistCount } = shown;
  const { busy, run } = useSubmission(() => staffMessages.classStatusFailed);
  const [isConfirming, setIsConfirming] = useState(false);
  const [announced, setAnnounced] = useState('');
  const path = `${classesPath}/${id}/mark-full`;
  const body = { isMarkedFull: !isMarkedFull };
  const label = isMarkedFull ? 'Unmark' : 'Mark full';
  /** The badge beside it changes; a screen reader announces it. */
  const finish = async () => {
    await refreshTimetable(mutate);
    setAnnounced(isMarkedFull ? `${name} takes bookings again` : `${name} takes no bookings now`);
  };
  const toggle = async () => {
    if (!isMarkedFull && waitlistCount > 0) {
      setIsConfirming(true);
      return;
    }
    await run(async () => {
      const answer = await send({ path, method: 'PATCH', body }, pickSeenClass(shown), () => {});
      if (answer !== null) await finish();
    });
  };
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        busy={busy}
        aria-label={`${label}: ${name}`}
        onClick={() => void toggle()}
      >
        {label}
      </Button>
      <span role="status" className="sr-only">
        {announced}
      </span>
      {question}
      {isConfirming && (
        <EffectsDialog
          title={`Mark ${name} full?`}
          call={{ path, method: 'PATCH', body }}
          seen={pickSeenClass(shown)}
          confirmLabel="Mark full"
          isDanger={false}
          onSuccess={finish}
          onFailure={() => toast(staffMessages.classStatusFailed)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

function Occupancy({ shown }: { shown: AdminClass }) {
  const { bookedCount, maxCapacity, waitlistCount } = shown;
  const { text, tone } = describeClassStatus(shown);
  return (
    <div className="flex w-56 flex-col gap-1.5">
      <span>
        <Badge tone={tone}>{text}</Badge>
      </span>
      <span className="flex items-center gap-2.5">
        <SeatDots capacity={maxCapacity} taken={bookedCount} />
        <span className="tabular whitespace-nowrap text-ink-muted text-sm">
          {bookedCount} of {maxCapacity}
        </span>
      </span>
      {waitlistCount > 0 && <span className="text-ink-muted text-sm">{waitlistCount} on the waitlist</span>}
    </div>
  );
}

type ClassRowProps = {
  shown: AdminClass;
  /** Whether its bookings are shown. */
  isOpen: boolean;
  onToggle: () => void;
};

/** A class of the day, with its occupancy and the staff's actions. */
export function ClassRow({ shown, isOpen, onToggle }: ClassRowProps) {
  const { mutate } = useSWRConfig();
  const panelId = useId();
  const [dialog, setDialog] = useState<'edit' | 'substitute' | 'delete' | null>(null);
  const { id, time, instructorName } = shown;
  const level = getLevelName(shown.name);
  const name = `${time} ${level}`;
  const close = () => setDialog(null);
  return (
    <article aria-label={name} className="rounded-card border border-sand bg-surface">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 md:px-5">
        <p className="tabular w-22 font-display text-2xl leading-none">{time}</p>
        <div className="min-w-40 grow basis-44">
          <p className="font-semibold leading-snug">{level}</p>
          <p className="text-ink-muted text-sm">{instructorName}</p>
        </div>
        <Occupancy shown={shown} />
        <div className="-mx-2 flex flex-wrap items-center gap-1 md:mx-0 md:justify-end">
          <Button
            variant={isOpen ? 'primary' : 'secondary'}
            size="sm"
            aria-expanded={isOpen}
            aria-controls={panelId}
            aria-label={`Bookings of ${name}`}
            onClick={onToggle}
          >
            Bookings
            <ChevronDown
              aria-hidden="true"
              className={cx('size-4 transition-transform', isOpen && 'rotate-180')}
            />
          </Button>
          <MarkFullButton shown={shown} name={name} />
          <div className="flex items-center gap-1 max-md:hidden">
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Substitute for ${name}`}
              onClick={() => setDialog('substitute')}
            >
              Substitute
            </Button>
            <EditDeleteButtons
              name={name}
              onEdit={() => setDialog('edit')}
              onDelete={() => setDialog('delete')}
            />
          </div>
          {/* A phone has no room for five actions beside each other. */}
          <div className="md:hidden">
            <ActionMenu
              label={`More actions for ${name}`}
              entries={[
                { label: 'Substitute', onSelect: () => setDialog('substitute') },
                { label: 'Edit', onSelect: () => setDialog('edit') },
                { label: 'Delete', onSelect: () => setDialog('delete') },
              ]}
            />
          </div>
        </div>
      </div>
      <div
        id={panelId}
        hidden={!isOpen}
        className="rounded-b-card border-sand border-t bg-paper px-4 py-4 md:px-5"
      >
        {isOpen && <ClassBookings shown={shown} />}
      </div>
      {dialog === 'edit' && <EditClassDialog shown={shown} onClose={close} />}
      {dialog === 'substitute' && <SubstituteDialog shown={shown} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteDialog
          what="class"
          name={name}
          path={`${classesPath}/${id}`}
          seen={{ ...pickSeenClass(shown), bookedCount: shown.bookedCount }}
          confirmLabel="Delete class"
          cancelLabel="Keep the class"
          onDeleted={() => refreshTimetable(mutate)}
          onClose={close}
        />
      )}
    </article>
  );
}
