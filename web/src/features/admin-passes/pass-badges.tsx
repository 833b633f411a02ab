import { BadgeCheck, CircleOff, Sparkles, Star, UserPlus } from 'lucide-react';
import type { AdminPass } from '../../../../services/contract/admin-passes.ts';
import { Badge } from '../../components/ui/badge.tsx';

const looks = {
  Active: { tone: 'kelp', icon: BadgeCheck },
  Inactive: { tone: 'neutral', icon: CircleOff },
  Popular: { tone: 'coral', icon: Star },
  'Sign-up only': { tone: 'sea', icon: UserPlus },
  'Special offer': { tone: 'sea', icon: Sparkles },
} as const;

/** How a pass is sold, in words. */
export function passLabels(pass: AdminPass): (keyof typeof looks)[] {
  const labels: (keyof typeof looks)[] = [pass.isActive ? 'Active' : 'Inactive'];
  if (pass.isPopular) labels.push('Popular');
  if (pass.isSignUpOnly) labels.push('Sign-up only');
  if (pass.isSpecialOffer) labels.push('Special offer');
  return labels;
}

/** The same as pills. */
export const PassBadges = ({ pass }: { pass: AdminPass }) => (
  <span className="flex flex-wrap gap-1.5 max-md:justify-end">
    {passLabels(pass).map((label) => (
      <Badge key={label} tone={looks[label].tone} icon={looks[label].icon}>
        {label}
      </Badge>
    ))}
  </span>
);
