import { WifiOff } from 'lucide-react';
import { useIsOffline, useIsOutOfDate, useShownSince } from '../lib/connection.ts';
import { formatTime } from '../lib/london-time.ts';

/** A notice while offline, or while the server neither reports changes nor answers reads, that neither shifts the page nor takes clicks. */
export function OfflineNotice() {
  const isOffline = useIsOffline();
  const isOutOfDate = useIsOutOfDate();
  const shownSince = useShownSince();
  const isShown = isOffline || isOutOfDate;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-50 flex justify-center"
    >
      {isShown && (
        <p className="flex animate-dialog-in items-center gap-3 rounded-full bg-deep px-5 py-2.5 text-white shadow-float">
          <WifiOff aria-hidden="true" className="size-5 shrink-0 text-sun" strokeWidth={1.8} />
          {shownSince === null ? (
            <>
              {isOffline ? 'You are offline.' : 'The studio’s system is not answering.'} What you see may be
              out of date.
            </>
          ) : (
            `As of ${formatTime(shownSince)}, you are offline.`
          )}
        </p>
      )}
    </div>
  );
}
