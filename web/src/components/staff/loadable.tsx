import type { ReactNode } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';
import type { LoadedThing } from './staff-messages.ts';

type LoadableProps<Answer> = {
  what: LoadedThing;
  read: { readonly data: Answer | undefined; readonly error?: unknown; readonly retry: () => void };
  /** The height of the skeleton, such as `h-64`. */
  height: string;
  children: (answer: Answer) => ReactNode;
};

/** The content of a read: a skeleton until it is loaded, or a retry if it failed. */
export function Loadable<Answer>({ what, read, height, children }: LoadableProps<Answer>) {
  const { data, error, retry } = read;
  if (data !== undefined) return children(data);
  if (error !== undefined) return <LoadFailure what={what} error={error} retry={retry} />;
  return <Skeleton className={height} />;
}
