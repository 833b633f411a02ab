import { BadgeCheck, CircleOff, Sparkles, Star, UserPlus } from 'lucide-react';
import type { AdminPass } from '#services/contract/admin-passes.ts';
import { Badge } from '#web/components/ui/badge.tsx';

const badges = {
  Active: { tone: 'kelp', icon: BadgeCheck },
  Inactive: { tone: 'neutral', icon: CircleOff },
  Popular: { tone: 'coral', icon: Star },
  'Sign-up only': { tone: 'sea', icon: UserPlus },
  'Special offer': { tone: 'sea', icon: Sparkles },
} as const;

/** The labels of a pass, such as 'Active' and 'Popular'. */
export function listPassLabels(pass: AdminPass): (keyof typeof badges)[] {
  const labels: (keyof typeof badges)[] = [pass.isActive ? 'Active' : 'Inactive'];
  if (pass.isPopular) labels.push('Popular');
  if (pass.isSignUpOnly) labels.push('Sign-up only');
  if (pass.isSpecialOffer) labels.push('Special offer');
  return labels;
}

export const PassBadges = ({ pass }: { pass: AdminPass }) => (
  <span className="flex flex-wrap gap-1.5 max-md:justify-end">
    {listPassLabels(pass).map((label) => (
      <Badge key={label} {...badges[label]}>
        {label}
      </Badge>
    ))}
  </span>
);
