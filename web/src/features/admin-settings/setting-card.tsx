import { History } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type AdminSetting, settingRules } from '#services/contract/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { formatDate } from '#web/lib/london-time.ts';
import { formatSettingRange } from './format-setting.ts';
import { SettingHistory } from './setting-history.tsx';

type SettingCardProps = {
  setting: AdminSetting;
  /** The level of the title. */
  as?: 'h3' | 'h4';
  /** The form. */
  children: ReactNode;
};

/** A setting with its description, its form and its history. */
export function SettingCard({ setting, as: Heading = 'h3', children }: SettingCardProps) {
  const { key, description, updatedAt } = setting;
  const { title } = settingRules[key];
  const historyId = useId();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  return (
    <li className="flex flex-col gap-3 border-sand px-4 py-5 not-first:border-t md:px-5">
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-[1fr_20rem]">
        <div className="min-w-0">
          <Heading className="font-sans font-semibold text-base">{title}</Heading>
          <p className="max-w-prose">{description}</p>
          <p className="mt-1 text-ink-muted text-sm">{formatSettingRange(key)}</p>
          <p className="text-ink-muted text-sm">
            {updatedAt === null ? 'Never set.' : `Last set ${formatDate(updatedAt)}.`}
          </p>
          <Button
            variant="quiet"
            size="sm"
            className="-ml-4 mt-1"
            aria-expanded={isHistoryOpen}
            aria-controls={historyId}
            aria-label={`History of ${title}`}
            onClick={() => setIsHistoryOpen(!isHistoryOpen)}
          >
            <History aria-hidden="true" className="size-4.5" />
            History
          </Button>
        </div>
        {children}
      </div>
      <div id={historyId} className="empty:hidden">
        {isHistoryOpen && <SettingHistory settingKey={key} title={title} />}
      </div>
    </li>
  );
}
