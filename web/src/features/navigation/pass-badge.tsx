import { Link } from 'react-router-dom';
import { Badge } from '#web/components/ui/badge.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { useMembership } from '../membership/api/use-membership.ts';
import { getPassBalance } from './pass-balance.ts';

/** The member's pass balance in the navigation, a link to their passes; renders nothing for visitors. */
export const PassBadge = () => {
  const { user } = useAuth();
  const { membership } = useMembership(user !== null);
  if (user === null) return null;
  const { label, count, isHighlighted } = getPassBalance(user.passes, membership);
  return (
    <Link to="/my-passes" className="flex min-h-11 items-center rounded-full">
      <Badge tone={isHighlighted ? 'sun' : 'sea'}>
        {label} <span className="tabular">{count}</span>
      </Badge>
      <span className="sr-only">, My Passes</span>
    </Link>
  );
};
