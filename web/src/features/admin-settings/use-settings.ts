import useSWR from 'swr';
import type {
  AdminSettingsAnswer,
  SettingHistoryAnswer,
  SettingKey,
} from '../../../../services/contract/settings.ts';

export const settingsPath = '/api/admin/settings';
export const historyPath = (key: SettingKey): string => `${settingsPath}/${key}/history`;

interface Read<Answer> {
  readonly answer: Answer | undefined;
  readonly error: Error | undefined;
  readonly retry: () => void;
}

export const useSettings = (): Read<AdminSettingsAnswer> => {
  const { data, error, mutate } = useSWR<AdminSettingsAnswer | undefined, Error>(settingsPath);
  return { answer: data, error, retry: () => void mutate() };
};

/** How a setting came to stand as it does. */
export const useSettingHistory = (key: SettingKey): Read<SettingHistoryAnswer> => {
  const { data, error, mutate } = useSWR<SettingHistoryAnswer | undefined, Error>(historyPath(key));
  return { answer: data, error, retry: () => void mutate() };
};
