import { Badge } from '../../components/ui/badge.tsx';
import { useMembership } from '../membership/api/use-membership.ts';
import { useAuth } from './auth-context.tsx';
import { passBalance } from './pass-balance.ts';

/** The signed-in member's balance for the navigation; nothing for visitors. */
export const PassBadge = () => {
  const { user } = useAuth();
  const { membership } = useMembership(user !== null);
  if (user === null) return null;
  const { label, count, highlighted } = passBalance(user.passes, membership);
  return (
    <Badge tone={highlighted ? 'sun' : 'sea'}>
      {label} <span className="tabular">{count}</span>
    </Badge>
  );
};
