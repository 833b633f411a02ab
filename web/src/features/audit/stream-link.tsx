import { Link } from 'react-router-dom';
import { getHistoryPath, parseStreamName } from './subject.ts';

type StreamLinkProps = { stream: string; revision: number; position: string };

/** The place of an event in its stream, which leads to the history of what the stream is about, right after the event. */
export function StreamLink({ stream, revision, position }: StreamLinkProps) {
  const subject = parseStreamName(stream);
  const place = `${stream}@${revision}`;
  if (subject === null) return place;
  return (
    <Link to={getHistoryPath(subject, position)} className="text-link">
      {place}
    </Link>
  );
}
