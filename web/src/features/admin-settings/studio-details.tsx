import type { AdminSettingsAnswer } from '#services/contract/settings.ts';

/** The studio's name and addresses, each with its configuration variable. */
export function StudioDetails({ studio }: Pick<AdminSettingsAnswer, 'studio'>) {
  const details = [
    { name: 'Name', value: studio.name, entry: 'STUDIO_NAME' },
    { name: 'Town', value: studio.town, entry: 'STUDIO_TOWN' },
    { name: 'Email', value: studio.email, entry: 'STUDIO_EMAIL' },
    { name: 'Address', value: studio.address, entry: 'STUDIO_ADDRESS' },
  ];
  return (
    <dl className="overflow-hidden rounded-card border border-sand bg-surface">
      {details.map(({ name, value, entry }) => (
        <div
          key={entry}
          className="flex flex-wrap items-baseline gap-x-6 border-sand px-4 py-3 not-first:border-t md:px-5"
        >
          <dt className="w-24 text-ink-muted">{name}</dt>
          <dd className="wrap-anywhere flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-6">
            <span>{value}</span>
            <code className="text-ink-muted text-sm">{entry}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
