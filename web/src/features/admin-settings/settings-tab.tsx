import { LoadFailure } from '../../components/staff/load-failure.tsx';
import { Panel } from '../../components/staff/panel.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { FixedRules } from './fixed-rules.tsx';
import { SettingCard } from './setting-card.tsx';
import { StudioDetails } from './studio-details.tsx';
import { useSettings } from './use-settings.ts';

/** Settings: what the studio sets by itself, what stands fixed, and where its details come from. */
export const SettingsTab = () => {
  const { answer, error, retry } = useSettings();
  if (error && !answer) return <LoadFailure what="settings" error={error} retry={retry} />;
  return (
    <div className="flex flex-col gap-10">
      <Panel title="Settings" intro="A change counts from the moment it is saved. Who made it is kept.">
        {answer ? (
          <ul className="rounded-card border border-sand bg-surface">
            {answer.settings.map((setting) => (
              <SettingCard key={setting.key} setting={setting} />
            ))}
          </ul>
        ) : (
          <Skeleton className="h-96" />
        )}
      </Panel>
      <Panel
        title="Rules of the house"
        intro="The terms, the emails and every page promise these in words, so they are not changed here."
      >
        <FixedRules />
      </Panel>
      <Panel
        title="Studio details"
        intro="They come from the installation’s configuration (.env). Who runs it changes them there and restarts."
      >
        {answer ? <StudioDetails studio={answer.studio} /> : <Skeleton className="h-48" />}
      </Panel>
    </div>
  );
};
