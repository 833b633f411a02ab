import { Link } from 'react-router-dom';
import { getPersonPath } from '#web/lib/person-path.ts';

type MemberLinkProps = {
  memberId: string;
  /** Null or empty once the member is erased. */
  name: string | null;
  /** Shown instead of a name. */
  fallback?: string | undefined;
};

/** A member's name, which leads to the member's page. */
export const MemberLink = ({ memberId, name, fallback = 'Former member' }: MemberLinkProps) => (
  <Link to={getPersonPath(memberId)} className="text-link inline-block min-h-6 font-medium leading-6">
    {name || fallback}
  </Link>
);
