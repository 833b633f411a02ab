import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useHasInteracted } from '#web/lib/use-has-interacted.ts';

/** Renders a list far down the page after the first interaction, so that its script is no part of the page's first. */
export const ListedLater = ({ children }: { children: ReactNode }) => {
  const placeholder = <Skeleton className="h-24" />;
  return useHasInteracted() ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder;
};
