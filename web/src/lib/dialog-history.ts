/** The functions that close the open dialogs, the topmost last. */
const closers: (() => void)[] = [];
let isOwnMove = false;

const isDialogEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'hasDialog' in state;

/** The page moves while its dialog closes, and must not be scrolled back to where it opened. */
const pushEntry = (): void => {
  history.scrollRestoration = 'manual';
  history.pushState({ ...history.state, hasDialog: true }, '');
};

/** Not immediately: what closed the dialog may also navigate, and then this entry is not the current one any more. */
const removeEntryLater = (): void => {
  setTimeout(() => {
    if (closers.length > 0 || !isDialogEntry(history.state)) return;
    isOwnMove = true;
    history.back();
  });
};

/** Gives the open dialogs a history entry, so that Back closes the topmost one. Returns the function for when it has closed. */
export const enterDialog = (close: () => void): (() => void) => {
  closers.push(close);
  if (!isDialogEntry(history.state)) pushEntry();
  return () => {
    closers.splice(closers.lastIndexOf(close), 1);
    if (closers.length === 0) removeEntryLater();
  };
};

/** Closes the topmost dialog on Back. Returns whether the router may ignore the event. */
export const handleDialogPop = ({ state }: PopStateEvent): boolean => {
  if (isOwnMove) {
    isOwnMove = false;
    history.scrollRestoration = 'auto';
    return true;
  }
  const close = closers.at(-1);
  if (close !== undefined) {
    // The dialog may stay, for example to ask first.
    if (!isDialogEntry(state)) pushEntry();
    close();
    return true;
  }
  if (!isDialogEntry(state)) return false;
  // Forward, to the entry of a dialog that has closed.
  history.back();
  return true;
};

/** Navigates from an open dialog: the page takes the place of the dialog's entry, so that Back leads to the page under it. */
export const replaceDialogEntry = (replace: () => void): boolean => {
  if (!isDialogEntry(history.state)) return false;
  replace();
  history.scrollRestoration = 'auto';
  const { state } = history;
  // The router counts its entries, and this one is new.
  history.replaceState({ ...state, idx: Number(state.idx) + 1 }, '');
  return true;
};
