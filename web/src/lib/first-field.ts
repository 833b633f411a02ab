/** Marks the field of a dialog that gets the focus when the dialog, or a view of it, opens. */
export const firstField = { 'data-first-field': '' };

/** Focuses the marked field in an element. Returns whether there is one. */
export const focusFirstField = (element: ParentNode): boolean => {
  const field = element.querySelector('[data-first-field]');
  if (!(field instanceof HTMLElement)) return false;
  field.focus();
  return true;
};
