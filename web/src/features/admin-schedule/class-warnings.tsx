import type { ClassWarning } from '../../../../services/contract/admin-schedule.ts';
import { Notice } from '../../components/ui/notice.tsx';

/** What to think about before saving; announced as it comes and goes. */
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
