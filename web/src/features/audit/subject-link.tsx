import { Link } from 'react-router-dom';
import { deskPath, type Subject, subjectName } from './subject.ts';

type SubjectLinkProps = Subject & {
  /** The position of the event to see it after; else as it is now. */
  at?: string | undefined;
};

/** To the history of a member, class or payment. */
export const SubjectLink = ({ kind, id, at }: SubjectLinkProps) => (
  <Link to={deskPath({ kind, id }, at)} className="text-link inline-block min-h-6 break-all leading-6">
    {subjectName({ kind, id })}
  </Link>
);
