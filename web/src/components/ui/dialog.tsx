import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { enterDialog } from '#web/lib/dialog-history.ts';
import { askToDiscard } from '#web/lib/discard-question.ts';
import { focusFirstField } from '#web/lib/first-field.ts';
import {
  createForms,
  hasUnsavedChanges,
  UnsavedFormsContext,
  useUnsavedChanges,
} from '#web/lib/unsaved-changes.ts';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

const sizes = { sm: 'md:max-w-md', md: 'md:max-w-lg', lg: 'md:max-w-2xl', xl: 'md:max-w-5xl' };

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons that stay in view under the scrolling content. */
  footer?: ReactNode;
  size?: keyof typeof sizes | undefined;
  /** Gets the focus on closing, if set by then: the action may have removed the element that had it before. */
  focusAfter?: RefObject<HTMLElement | null> | undefined;
  /** Something is typed in it: closing asks first. A form inside may report it by itself with `useUnsavedChanges`. */
  isUnsaved?: boolean | undefined;
  /** Its action destroys something, so phones show the button that keeps it first. */
  isDanger?: boolean | undefined;
  /** Back does not close it, because it is about a move in the history. */
  isOutsideHistory?: boolean | undefined;
  /** Hides the page under it, which the person may no longer see. */
  coversPage?: boolean | undefined;
};

/** A button of the footer that closes the dialog, like the cross: it also asks first when something is typed. */
export const DialogClose = (props: ComponentProps<typeof Button>) => (
  <Radix.Close asChild>
    <Button variant="secondary" {...props} />
  </Radix.Close>
);

/** A click on a toast does not close the dialog under it. */
function ignoreToastClicks(event: { target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
    event.preventDefault();
}

/** A centred dialog on desktops, a bottom sheet on phones. Traps the focus; closes on Esc, Back and a click outside. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  focusAfter,
  isUnsaved = false,
  isDanger = false,
  isOutsideHistory = false,
  coversPage = false,
}: DialogProps) {
  const returnTo = useRef<Element | null>(null);
  const [unsavedForms] = useState(createForms);
  useUnsavedChanges(open && isUnsaved);
  const changeOpen = async (next: boolean) => {
    const asks = !next && (isUnsaved || hasUnsavedChanges(unsavedForms));
    if (!asks || (await askToDiscard())) onOpenChange(next);
  };
  const close = useRef(() => {});
  useEffect(() => {
    close.current = () => void changeOpen(false);
  });
  const hasEntry = open && !isOutsideHistory;
  useEffect(() => (hasEntry ? enterDialog(() => close.current()) : undefined), [hasEntry]);
  return (
    <Radix.Root open={open} onOpenChange={(next) => void changeOpen(next)}>
      <Radix.Portal>
        <Radix.Overlay
          className={cx(
            'fixed inset-0 z-50 grid animate-fade-in items-end md:place-items-center md:p-6',
            coversPage ? 'bg-paper' : 'bg-veil',
          )}
        >
          <Radix.Content
            onInteractOutside={ignoreToastClicks}
            // React's events bubble through portals: a form around the opener would also get this form's submit.
            onSubmit={(event) => event.stopPropagation()}
            // Radix restores the focus only to a trigger of its own; this dialog is opened by state.
            onOpenAutoFocus={(event) => {
              returnTo.current = document.activeElement;
              if (event.target instanceof Element && focusFirstField(event.target)) event.preventDefault();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              const next = focusAfter?.current ?? returnTo.current;
              if (next instanceof HTMLElement && next.isConnected) next.focus();
              // The opener was removed: focus the page, so that Tab continues within it.
              else document.getElementById('main')?.focus({ preventScroll: true });
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={cx(
              'flex max-h-[92dvh] w-full animate-sheet-in flex-col rounded-t-[20px] bg-surface shadow-float',
              'md:max-h-[min(88dvh,52rem)] md:animate-dialog-in md:rounded-card',
              sizes[size],
            )}
          >
            <div className="relative px-5 pt-5 pb-1 md:px-7 md:pt-6">
              <Radix.Title className="pr-12 text-2xl">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1.5 text-ink-muted">{description}</Radix.Description>
              )}
              <Radix.Close
                aria-label="Close"
                className="absolute top-3.5 right-3 grid size-11 md:top-4.5 md:right-5 place-items-center rounded-full text-ink-muted transition-colors hover:bg-sand-soft hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </Radix.Close>
            </div>
            <div
              className={cx(
                'min-h-0 grow overflow-y-auto overscroll-contain px-5 md:px-7',
                // Fades scrolled content out under the title.
                'before:pointer-events-none before:sticky before:top-0 before:z-10 before:block before:h-3 before:bg-linear-to-b before:from-surface before:to-transparent',
                footer ? 'pb-4' : 'pb-[max(1.5rem,env(safe-area-inset-bottom))] md:pb-7',
              )}
            >
              <UnsavedFormsContext value={unsavedForms}>{children}</UnsavedFormsContext>
            </div>
            {footer && (
              <div
                className={cx(
                  'flex gap-3 border-sand border-t px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:flex-row md:justify-end md:px-7 md:pb-5',
                  isDanger ? 'flex-col' : 'flex-col-reverse',
                )}
              >
                {footer}
              </div>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
