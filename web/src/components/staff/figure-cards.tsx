import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

export interface FigureCard {
  readonly name: string;
  readonly value: ReactNode;
  readonly about?: ReactNode;
  /** Money that was lost rather than earned. */
  readonly isLoss?: boolean;
}

/** Sums at a glance. */
export const FigureCards = ({ figures }: { figures: readonly FigureCard[] }) => (
  <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
    {figures.map(({ name, value, about, isLoss }) => (
      <div key={name} className="flex flex-col rounded-card border border-sand bg-surface px-4 py-3">
        <dt className="text-ink-muted text-sm">{name}</dt>
        <dd className="flex flex-col">
          <span className={cx('font-display text-2xl tabular-nums', isLoss && 'text-rust')}>{value}</span>
          {about && <span className="text-ink-muted text-sm">{about}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
