import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { error, type ToastMessage } from '#web/lib/toast-message.ts';
import { type Script, useScript } from '#web/lib/use-script.ts';
import { DialogLoading } from './dialog-loading.tsx';
import { LoadProblem } from './load-problem.tsx';
import { toast } from './toast.ts';

// In one file, so that both are in the first script: each in a script of its own would cost a page its headers.

const loadAgain = () => location.reload();

interface LazyPartOptions {
  /** Shown until the part is there. */
  readonly fallback?: ReactNode;
  /** Shown if the part cannot be fetched, with a button that loads the page again. Without it nothing is shown then. */
  readonly missing?: { readonly title: string; readonly text: string };
}

interface PartPlaceProps<Props> extends LazyPartOptions {
  readonly script: Script<ComponentType<Props>>;
  readonly props: Props;
}

function PartPlace<Props extends object>({ script, props, fallback = null, missing }: PartPlaceProps<Props>) {
  const [isMissing, setMissing] = useState(false);
  const Part = useScript(script, !isMissing, () => setMissing(true));
  useEffect(() => {
    if (!isMissing) return;
    const retry = () => setMissing(false);
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [isMissing]);
  if (Part !== null) return <Part {...props} />;
  if (!isMissing) return fallback;
  return missing ? <LoadProblem {...missing} onRetry={loadAgain} /> : null;
}

/**
 * A part that its page can do without, fetched when it is first rendered. The page stays as it is if the part cannot be fetched. When the
 * network is back the part is fetched again, which works in browsers that do not remember the failure.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options?: LazyPartOptions,
): ComponentType<Props> => {
  const script: Script<ComponentType<Props>> = { load, content: null };
  return (props) => <PartPlace script={script} props={props} {...options} />;
};

/** Some dialogs tell whether they changed what the page shows. */
type DialogProps =
  | { readonly onClose: (hasChanged: boolean) => void }
  | { readonly open: boolean; readonly onOpenChange: (open: boolean) => void };

const notOpened: ToastMessage = {
  ...error('This did not open', 'Please check your connection and load the page again.'),
  action: { label: 'Load again', onClick: loadAgain },
};

const tellAndClose = (props: DialogProps): void => {
  toast(notOpened);
  if ('onClose' in props) props.onClose(false);
  else props.onOpenChange(false);
};

interface DialogPlaceProps<Props> {
  readonly script: Script<ComponentType<Props>>;
  readonly props: Props;
  readonly onMissing: (props: Props) => void;
}

function DialogPlace<Props extends DialogProps>({ script, props, onMissing }: DialogPlaceProps<Props>) {
  const isOpen = 'onClose' in props || props.open;
  const Dialog = useScript(script, isOpen, () => onMissing(props));
  if (Dialog !== null) return <Dialog {...props} />;
  return isOpen ? <DialogLoading /> : null;
}

/**
 * A dialog that is fetched when it is first opened. If it cannot be fetched, `onMissing` answers for it: by default a message says so, and
 * the dialog is closed. The page under it stays as it is.
 */
export const lazyDialog = <Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
  onMissing: (props: Props) => void = tellAndClose,
): ComponentType<Props> => {
  const script: Script<ComponentType<Props>> = { load, content: null };
  return (props) => <DialogPlace script={script} props={props} onMissing={onMissing} />;
};
