import { Link } from 'react-router-dom';
import { getPersonPath, type PersonMark } from '#web/lib/person-path.ts';

type MemberLinkProps = {
  memberId: string;
  /** Null or empty once the member is erased. */
  name: string | null;
  /** Shown instead of a name, without a link. */
  fallback?: string | undefined;
  /** The row of the page that the link is about. */
  mark?: PersonMark | undefined;
};

/** A member's name, which leads to the member's page. */
export const MemberLink = ({ memberId, name, fallback = 'Former member', mark }: MemberLinkProps) =>
  name ? (
    <Link to={getPersonPath(memberId, mark)} className="text-link inline-block min-h-6 font-medium leading-6">
      {name}
    </Link>
  ) : (
    <span className="font-medium">{fallback}</span>
  );
