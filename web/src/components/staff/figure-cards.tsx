import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly about?: ReactNode;
  /** A loss is rendered in red. */
  readonly isLoss?: boolean;
}

type FigureCardsProps = {
  figures: readonly Figure[];
  /** The columns on wide screens. */
  className?: string | undefined;
};

/** Key figures, one a card. */
export const FigureCards = ({ figures, className = 'lg:grid-cols-5' }: FigureCardsProps) => (
  <dl className={cx('grid grid-cols-2 gap-3', className)}>
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
