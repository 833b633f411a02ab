import { createContext, use, useEffect } from 'react';

interface Form {
  /** It is being sent; its success may navigate or close a dialog. */
  readonly isSending: boolean;
}
type Forms = Set<Form>;

const formsOfPage: Forms = new Set();

/** The unsaved forms of the enclosing dialog, which asks before it closes. */
export const UnsavedFormsContext = createContext<Forms | null>(null);

export const createForms = (): Forms => new Set();

/** Whether leaving the page, or closing the dialog of these forms, would lose something. */
export const hasUnsavedChanges = (forms: Forms = formsOfPage): boolean =>
  [...forms].some(({ isSending }) => !isSending);

/** Whether something is typed that is not known to be saved, also while it is being sent. */
export const isAnythingTyped = (): boolean => formsOfPage.size > 0;

/** The browser asks in its own words before the tab is closed or reloaded. */
const askInBrowser = (event: BeforeUnloadEvent): void => {
  if (hasUnsavedChanges()) event.preventDefault();
};

const add = (form: Form): void => {
  formsOfPage.add(form);
  if (formsOfPage.size === 1) globalThis.addEventListener('beforeunload', askInBrowser);
};

const remove = (form: Form): void => {
  formsOfPage.delete(form);
  if (formsOfPage.size === 0) globalThis.removeEventListener('beforeunload', askInBrowser);
};

/**
 * Reports whether a form holds what is typed and not saved. While it does, leaving the page and closing the enclosing dialog ask
 * first, and a session that ends does not close the page. Every form calls it.
 */
export function useUnsavedChanges(isUnsaved: boolean, isSending = false): void {
  const formsOfDialog = use(UnsavedFormsContext);
  useEffect(() => {
    if (!isUnsaved) return;
    const form = { isSending };
    add(form);
    formsOfDialog?.add(form);
    return () => {
      remove(form);
      formsOfDialog?.delete(form);
    };
  }, [isUnsaved, isSending, formsOfDialog]);
}
