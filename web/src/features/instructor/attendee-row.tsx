import { HeartPulse, Mail, Phone } from 'lucide-react';
import { useCallback, useId } from 'react';
import type { Attendee } from '#services/contract/instructor.ts';
import { toDialledNumber } from '#services/contract/search.ts';
import { MemberLink } from '#web/components/staff/member-link.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { useStaffSession } from '#web/lib/staff-session.ts';
import { AttendanceButtons } from './attendance-buttons.tsx';
import { HealthDetails } from './health-details.tsx';
import type { Attendance } from './use-attendance.ts';

interface AttendeeRowProps {
  readonly classId: number;
  readonly attendee: Attendee;
  readonly attendance: Attendance;
  /** Whether the health notes are open. */
  readonly isOpen: boolean;
  readonly onOpen: (bookingId: number, isOpen: boolean) => void;
}

const linkClasses =
  'inline-flex min-h-11 min-w-0 items-center gap-2 rounded-sm text-sea underline decoration-1 underline-offset-3 hover:text-sea-dark hover:decoration-2';

/** Shown for an erased member. */
export const formerMemberName = 'A member who has left';

/** An attendee with contact links, health notes and attendance buttons. */
export const AttendeeRow = ({ classId, attendee, attendance, isOpen, onOpen }: AttendeeRowProps) => {
  const healthId = useId();
  const isAdmin = useStaffSession()?.role === 'admin';
  const { id, userId, user, hasHealthNotes, hasAnsweredHealth } = attendee;
  const close = useCallback(() => onOpen(id, false), [onOpen, id]);
  const name = user?.name ?? formerMemberName;
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 md:grid-cols-[1fr_auto] md:items-center">
      <div className="min-w-0">
        <h4
          className={cx('font-sans font-semibold text-lg tracking-normal', user === null && 'text-ink-muted')}
        >
          {isAdmin && user !== null ? <MemberLink memberId={userId} name={user.name} /> : name}
        </h4>
        {user !== null && (
          <div className="flex flex-wrap items-center gap-x-5">
            {user.phone !== '' && (
              <a href={`tel:${toDialledNumber(user.phone)}`} className={cx(linkClasses, 'tabular')}>
                <Phone aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.8} />
                {user.phone}
              </a>
            )}
            {/* Last on phones, so that the other two share a line. */}
            <a href={`mailto:${user.email}`} className={cx(linkClasses, 'max-md:order-last')}>
              <Mail aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.8} />
              <span className="truncate">{user.email}</span>
            </a>
            {hasAnsweredHealth ? (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? healthId : undefined}
                onClick={() => onOpen(id, !isOpen)}
                className={cx(
                  '-mx-3 inline-flex min-h-11 items-center gap-2 rounded-full px-3 font-medium transition-colors',
                  hasHealthNotes ? 'text-amber hover:bg-amber-tint' : 'text-ink-muted hover:bg-sand-soft',
                )}
              >
                <HeartPulse aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.8} />
                {isOpen ? 'Hide health notes' : hasHealthNotes ? 'Health notes' : 'No health notes'}
                <span className="sr-only"> of {name}</span>
              </button>
            ) : (
              <span className="inline-flex min-h-11 items-center gap-2 font-medium text-amber">
                <HeartPulse aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.8} />
                Health: not answered yet
              </span>
            )}
          </div>
        )}
      </div>
      <div className="max-md:order-last md:w-72">
        <AttendanceButtons
          name={name}
          mark={attendance.getMark(attendee)}
          onPress={(attended) => attendance.setMark(id, attended)}
        />
      </div>
      {isOpen && (
        <div className="md:col-span-2">
          <HealthDetails id={healthId} classId={classId} bookingId={id} onIdle={close} />
        </div>
      )}
    </li>
  );
};
