import type { SettingHistoryAnswer, SettingKey } from '../../../../services/contract/settings.ts';
import { LoadFailure } from '../../components/staff/load-failure.tsx';
import type { Column } from '../../components/table/column.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { formatDate, formatTime } from '../../lib/london-time.ts';
import { valueText } from './format-setting.ts';
import { useSettingHistory } from './use-settings.ts';

type Change = SettingHistoryAnswer['changes'][number];

const columnsOf = (key: SettingKey): readonly Column<Change>[] => [
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
    value: ({ from }) => (from === null ? 'Not set' : valueText(key, from)),
    align: 'right',
  },
  { id: 'to', header: 'To', value: ({ to }) => valueText(key, to), align: 'right' },
];

/** Every change of a setting, read when it is opened. */
export function SettingHistory({ settingKey, title }: { settingKey: SettingKey; title: string }) {
  const { answer, error, retry } = useSettingHistory(settingKey);
  if (answer) {
    return (
      <DataTable
        caption={`History of ${title}`}
        columns={columnsOf(settingKey)}
        rows={answer.changes}
        rowKey={({ at, to }) => `${at} ${to}`}
        csvName={`history-${settingKey.replaceAll('_', '-')}`}
        pageSize={10}
        empty="Nobody has changed this yet"
      />
    );
  }
  if (error) return <LoadFailure what="setting history" error={error} retry={retry} />;
  return <Skeleton className="h-32" />;
}
