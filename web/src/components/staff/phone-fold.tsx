import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isPhone } from '#web/lib/is-phone.ts';

type PhoneFoldProps = { label: string; children: ReactNode };

/** On phones, content that a press opens; elsewhere the content alone. */
export function PhoneFold({ label, children }: PhoneFoldProps) {
  const [isFolded] = useState(isPhone);
  if (!isFolded) return children;
  return (
    <details className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 rounded-card border border-sand bg-surface px-4 font-semibold text-sea group-open:mb-3 [&::-webkit-details-marker]:hidden">
        {label}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}
