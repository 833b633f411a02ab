import type { ReactNode } from 'react';

/** A text button that opens another view of the dialog. */
export const SwitchLink = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onClick}
    className="text-link -my-2 inline-flex min-h-11 items-center rounded-sm"
  >
    {children}
  </button>
);
