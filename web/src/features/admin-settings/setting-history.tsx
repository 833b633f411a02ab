import type { SettingHistoryAnswer, SettingKey } from '#services/contract/settings.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { formatDate, formatTime } from '#web/lib/london-time.ts';
import { formatSettingValue } from './format-setting.ts';
import { useSettingHistory } from './use-settings.ts';

type Change = SettingHistoryAnswer['changes'][number];

const createColumns = (key: SettingKey): readonly Column<Change>[] => [
  {
    id: 'at',
    header: 'When',
    value: ({ at }) => at,
    cell: ({ at }) => `${formatDate(at)}, ${formatTime(at)}`,
  },
  { id: 'by', header: 'Who', value: ({ by }) => by },
  {
    id: 'from',
    header: 'From',
    value: ({ from }) => (from === null ? 'Not set' : formatSettingValue(key, from)),
    align: 'right',
  },
  { id: 'to', header: 'To', value: ({ to }) => formatSettingValue(key, to), align: 'right' },
];

/** The changes of a setting. */
export const SettingHistory = ({ settingKey, title }: { settingKey: SettingKey; title: string }) => (
  <Loadable what="setting history" read={useSettingHistory(settingKey)} height="h-32">
    {({ changes }) => (
      <DataTable
        caption={`History of ${title}`}
        columns={createColumns(settingKey)}
        rows={changes}
        rowKey={({ at, to }) => `${at} ${to}`}
        csvName={`history-${settingKey.replaceAll('_', '-')}`}
        pageSize={10}
        empty="Nobody has changed this yet"
      />
    )}
  </Loadable>
);
