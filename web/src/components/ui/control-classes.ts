/** The classes that every text control shares. */
export const controlClasses =
  'w-full rounded-md border border-edge bg-surface px-3.5 py-2.5 text-base text-ink transition-colors ' +
  'placeholder:text-ink-muted/80 hover:border-sea focus-visible:border-sea focus-visible:outline-offset-0 ' +
  'aria-invalid:border-rust disabled:cursor-not-allowed disabled:bg-sand-soft disabled:text-ink-muted';
