import './roster.css';
import { createPortal } from 'react-dom';
import type { TaughtClass } from '#services/contract/instructor.ts';
import { getLevelName } from '#web/lib/class-level.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';
import { formerMemberName } from './attendee-row.tsx';

interface RosterSheetProps {
  readonly taught: TaughtClass;
  /** The health notes by booking; null leaves the column out. */
  readonly health: ReadonlyMap<number, string> | null;
}

const cellClasses = 'border border-ink px-2 py-2 text-left align-top';
const TickBox = () => <span className="mx-auto block size-5 border-2 border-ink" />;

/** The printed roster of a class; hidden on screen. */
export const RosterSheet = ({ taught, health }: RosterSheetProps) => {
  const { date, time, name, instructorName, bookings, maxCapacity } = taught;
  return createPortal(
    <section className="roster-sheet text-ink" aria-label="Roster">
      <h1 className="text-2xl">
        {getLevelName(name)}, {formatShortWallDay(date)}, {time.slice(0, 5)}
      </h1>
      <p className="mb-4">
        {instructorName} · {bookings.length} of {maxCapacity} seats booked
      </p>
      <table className="tabular w-full border-collapse">
        <thead>
          <tr>
            <th className={cellClasses}>Name</th>
            <th className={cellClasses}>Phone</th>
            {health && <th className={cellClasses}>Health notes</th>}
            <th className={`${cellClasses} w-24`}>Attended</th>
            <th className={`${cellClasses} w-24`}>Absent</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map(({ id, user }) => (
            <tr key={id} className="break-inside-avoid">
              <td className={cellClasses}>{user?.name ?? formerMemberName}</td>
              <td className={`${cellClasses} whitespace-nowrap`}>{user?.phone ?? ''}</td>
              {health && <td className={cellClasses}>{health.get(id) ?? ''}</td>}
              <td className={cellClasses}>
                <TickBox />
              </td>
              <td className={cellClasses}>
                <TickBox />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {health && (
        <p className="mt-3">Holds health details: keep this sheet with you, and shred it after class.</p>
      )}
    </section>,
    document.body,
  );
};
