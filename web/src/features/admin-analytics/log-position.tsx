import { Link } from 'react-router-dom';
import { getHistoryPath, parseStreamName } from '../audit/subject.ts';

type LogPositionProps = { stream: string; revision: string; position: string };

/** The event behind a figure, linked to the history just after it if there is one. */
export const LogPosition = ({ stream, revision, position }: LogPositionProps) => {
  const subject = parseStreamName(stream);
  const revisionName = `${stream}@${revision}`;
  return (
    <span className="break-all text-sm">
      {subject === null ? (
        revisionName
      ) : (
        <Link to={getHistoryPath(subject, position)} className="text-link">
          {revisionName}
        </Link>
      )}
      <span className="text-ink-muted"> · position {position}</span>
    </span>
  );
};
