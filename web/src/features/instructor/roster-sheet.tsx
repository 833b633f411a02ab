import './roster.css';
import { createPortal } from 'react-dom';
import type { TaughtClass } from '../../../../services/contract/instructor.ts';
import { getLevelName } from '../../lib/class-level.ts';
import { formatWallDay } from '../../lib/london-time.ts';
import { goneName } from './attendee-row.tsx';

interface RosterSheetProps {
  readonly taught: TaughtClass;
  /** What there is to know of each, by booking; null leaves the column out. */
  readonly health: ReadonlyMap<number, string> | null;
}

const cell = 'border border-ink px-2 py-2 text-left align-top';
const Box = () => <span className="mx-auto block size-5 border-2 border-ink" />;

/** A class on paper: who comes, how to reach them, and boxes to tick. Only seen in print. */
export const RosterSheet = ({ taught, health }: RosterSheetProps) => {
  const { date, time, name, instructorName, bookings, maxCapacity } = taught;
  return createPortal(
    <section className="roster-sheet text-ink" aria-label="Roster">
      <h1 className="text-2xl">
        {getLevelName(name)}, {formatWallDay(date)}, {time.slice(0, 5)}
      </h1>
      <p className="mb-4">
        {instructorName} · {bookings.length} of {maxCapacity} seats booked
      </p>
      <table className="tabular w-full border-collapse">
        <thead>
          <tr>
            <th className={cell}>Name</th>
            <th className={cell}>Phone</th>
            {health && <th className={cell}>Health notes</th>}
            <th className={`${cell} w-24`}>Attended</th>
            <th className={`${cell} w-24`}>Absent</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map(({ id, user }) => (
            <tr key={id} className="break-inside-avoid">
              <td className={cell}>{user?.name ?? goneName}</td>
              <td className={`${cell} whitespace-nowrap`}>{user?.phone ?? ''}</td>
              {health && <td className={cell}>{health.get(id) ?? ''}</td>}
              <td className={cell}>
                <Box />
              </td>
              <td className={cell}>
                <Box />
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
