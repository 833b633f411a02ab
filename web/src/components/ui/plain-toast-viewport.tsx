import { useEffect, useState } from 'react';
import { attachToastViewport, type Toast } from './toast.ts';

const buttonClasses = 'min-h-11 px-2 font-semibold underline underline-offset-4';

/** Shows messages where the script of the toast viewport could not be fetched: one at a time, until it is closed. */
export function PlainToastViewport() {
  const [message, setMessage] = useState<Toast | null>(null);
  useEffect(() => attachToastViewport(setMessage), []);
  const { title, text, action } = message ?? {};
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md rounded-card bg-deep text-white"
    >
      {message && (
        <div className="px-4 py-3">
          <p className="font-semibold">{title}</p>
          {text && <p>{text}</p>}
          <div className="-mx-2 flex">
            {action && (
              <button type="button" className={buttonClasses} onClick={action.onClick}>
                {action.label}
              </button>
            )}
            <button type="button" className={buttonClasses} onClick={() => setMessage(null)}>
              Close
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
