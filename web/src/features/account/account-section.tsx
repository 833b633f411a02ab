import type { ReactNode } from 'react';
import { Card } from '#web/components/ui/card.tsx';

interface AccountSectionProps {
  /** For the hash of an address that leads to the section. */
  readonly id: string;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** A titled card of the account page. */
export const AccountSection = ({ id, title, text, children }: AccountSectionProps) => (
  <Card as="section" id={id} aria-labelledby={`${id}-title`} className="md:p-8">
    <h2 id={`${id}-title`} tabIndex={-1} className="text-2xl">
      {title}
    </h2>
    {text ? <p className="mt-2 text-ink-muted">{text}</p> : null}
    <div className="mt-5">{children}</div>
  </Card>
);
