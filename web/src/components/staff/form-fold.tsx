import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isPhone } from '#web/lib/screen.ts';

type FormFoldProps = { label: string; children: ReactNode };

/** On phones, a form that a press opens and that keeps what is typed; elsewhere the form alone. */
export function FormFold({ label, children }: FormFoldProps) {
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
