import type { ClassWarning } from '#services/contract/admin-schedule.ts';
import { Notice } from '#web/components/ui/notice.tsx';

/** The warnings about a class, announced to screen readers. */
export const ClassWarnings = ({ warnings }: { warnings: readonly ClassWarning[] }) => (
  <div aria-live="polite" className={warnings.length === 0 ? '-mt-4' : undefined}>
    {warnings.length > 0 && (
      <Notice tone="warning">
        {warnings.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </Notice>
    )}
  </div>
);
