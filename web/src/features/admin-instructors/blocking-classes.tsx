import { Link } from 'react-router-dom';
import { ApiError } from '#web/lib/api-error.ts';
import { formatShortWallDay } from '#web/lib/london-time.ts';

/** The future classes that keep an instructor from being deleted, each a link to its day. */
export function BlockingClasses({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.classes.length === 0) return null;
  return (
    <ul className="tabular mt-2 max-h-56 overflow-y-auto">
      {error.classes.map(({ id, date, time, name }) => (
        <li key={id}>
          <Link
            to={`/admin?tab=schedule&date=${date}`}
            className="inline-flex min-h-11 items-center gap-1.5 underline underline-offset-4 md:min-h-8"
          >
            {formatShortWallDay(date)}, {time} <span className="capitalize">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
