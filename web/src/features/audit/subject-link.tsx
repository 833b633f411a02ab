import { Link } from 'react-router-dom';
import { formatSubject, getHistoryPath, type Subject } from './subject.ts';

type SubjectLinkProps = Subject & {
  /** The position of an event: the link leads to the moment after it instead of now. */
  at?: string | undefined;
};

/** A link to the history of a member, class or payment. */
export const SubjectLink = ({ kind, id, at }: SubjectLinkProps) => (
  <Link to={getHistoryPath({ kind, id }, at)} className="text-link inline-block min-h-6 break-all leading-6">
    {formatSubject({ kind, id })}
  </Link>
);
