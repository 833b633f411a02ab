import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '#web/components/ui/cx.ts';
import { type FigureAddress, getFigurePath } from './figure.ts';

type FigureLinkProps = FigureAddress & { className?: string; children: ReactNode };

/** A figure that opens its events. */
export const FigureLink = ({ className, children, ...address }: FigureLinkProps) => (
  <Link to={getFigurePath(address)} className={cx('text-link inline-block min-h-6 leading-6', className)}>
    {children}
  </Link>
);
