import type { ReactNode } from 'react';
import { Card } from '#web/components/ui/card.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';

interface OutcomePanelProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** A page with the outcome of a payment in one centred card. */
export const OutcomePanel = ({ icon, title, children }: OutcomePanelProps) => {
  useDocumentTitle(title);
  return (
    <div className="mx-auto max-w-xl px-5 py-12 md:py-24">
      <Card className="px-6 py-10 text-center md:px-12 md:py-14">
        {icon}
        <h1 className="mt-4 text-3xl">{title}</h1>
        {children}
      </Card>
    </div>
  );
};
