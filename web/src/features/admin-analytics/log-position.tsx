import { Link } from 'react-router-dom';
import { deskPath, subjectOfStream } from '../audit/subject.ts';

type LogPlaceProps = { stream: string; revision: string; position: string };

/** Where in the log a figure comes from; to the auditor's desk, just after that event, where it has a page for it. */
export const LogPlace = ({ stream, revision, position }: LogPlaceProps) => {
  const subject = subjectOfStream(stream);
  const place = `${stream}@${revision}`;
  return (
    <span className="break-all text-sm">
      {subject === null ? (
        place
      ) : (
        <Link to={deskPath(subject, position)} className="text-link">
          {place}
        </Link>
      )}
      <span className="text-ink-muted"> · position {position}</span>
    </span>
  );
};
