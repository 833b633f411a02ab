import type { ReactNode } from 'react';

/** A bulleted list of `li` inside a text. */
export function BulletList({ children }: { children: ReactNode }) {
  return <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-coral">{children}</ul>;
}
