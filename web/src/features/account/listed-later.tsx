import type { ReactNode } from 'react';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useHasInteracted } from '#web/lib/first-interaction.ts';

/** Stands where a list will be. */
export const listPlace = <Skeleton className="h-24" />;

/** Renders a list far down the page after the first interaction, so that its script is no part of the page's first. */
export const ListedLater = ({ children }: { children: ReactNode }) =>
  useHasInteracted() ? children : listPlace;
