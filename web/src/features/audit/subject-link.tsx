import { use } from 'react';
import { Link } from 'react-router-dom';
import { MemberNamesContext } from './member-names.ts';
import { formatSubject, getHistoryPath, type Subject } from './subject.ts';

type SubjectLinkProps = Subject & {
  /** The position of an event: the link leads to the moment after it instead of now. */
  at?: string | undefined;
};

/** A link to the history of a member, class or payment. A member has a name beside the id where the page has the names. */
export function SubjectLink({ kind, id, at }: SubjectLinkProps) {
  const names = use(MemberNamesContext);
  const name = kind === 'member' ? names.get(id) : undefined;
  const subject = formatSubject({ kind, id });
  return (
    <Link
      to={getHistoryPath({ kind, id }, at)}
      className="text-link wrap-anywhere inline-block min-h-6 leading-6"
    >
      {name === undefined ? subject : `${name} (${subject})`}
    </Link>
  );
}
