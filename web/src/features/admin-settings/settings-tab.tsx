import { Link } from 'react-router-dom';
import { LoadFailure } from '#web/components/staff/load-failure.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { DataExport } from './data-export.tsx';
import { PlainSettingForm } from './plain-setting-form.tsx';
import { isRule, RulesSection } from './rules-section.tsx';
import { SettingCard } from './setting-card.tsx';
import { StudioDetails } from './studio-details.tsx';
import { useSettings } from './use-settings.ts';

/** The studio's settings, its rules and its configured details. */
export const SettingsTab = () => {
  const { data, hasFailed, error, retry } = useSettings();
  if (hasFailed) return <LoadFailure what="settings" error={error} retry={retry} />;
  return (
    <div className="flex flex-col gap-10">
      <Panel title="Settings" intro="A change counts from the moment it is saved. Who made it is kept.">
        {data ? (
          <ul className="rounded-card border border-sand bg-surface">
            {data.settings
              .filter((setting) => !isRule(setting))
              .map((setting) => (
                <SettingCard key={setting.key} setting={setting}>
                  <PlainSettingForm setting={setting} />
                </SettingCard>
              ))}
          </ul>
        ) : (
          <Skeleton className="h-96" />
        )}
      </Panel>
      <Panel
        title="Rules"
        intro="Every page, email and calendar states them as they are here. A rule holds for what is decided after it is saved; a booking keeps the free cancellation that it was made under."
      >
        {data ? <RulesSection settings={data.settings.filter(isRule)} /> : <Skeleton className="h-96" />}
      </Panel>
      <Panel
        title="Studio details"
        intro="They come from the installation’s configuration (.env). Who runs it changes them there and restarts."
      >
        {data ? <StudioDetails studio={data.studio} /> : <Skeleton className="h-48" />}
      </Panel>
      <Panel title="Moving in" intro="Members and passes from Mindbody, Momence or a table of your own.">
        <Button asChild variant="secondary" className="self-start max-sm:w-full">
          <Link to="/admin/import">Import members</Link>
        </Button>
      </Panel>
      <Panel
        title="All data"
        intro="To keep, or to move to another system. For an admin with an account of their own."
      >
        <DataExport />
      </Panel>
    </div>
  );
};
