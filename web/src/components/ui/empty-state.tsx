import type { ReactNode } from 'react';

type EmptyStateProps = {
  illustration?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
};

/** For an empty list: a drawing, what that means, and what to do next. */
export function EmptyState({ illustration, title, text, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-10 text-center">
      {illustration && <div className="mb-6 w-56 max-w-full">{illustration}</div>}
      <p className="font-display text-xl">{title}</p>
      {text && <p className="mt-2 text-ink-muted">{text}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
