import type { AdminSettingsAnswer, SettingHistoryAnswer, SettingKey } from '#services/contract/settings.ts';
import { useRead } from '#web/lib/use-read.ts';

export const settingsPath = '/api/admin/settings';
export const getHistoryPath = (key: SettingKey): string => `${settingsPath}/${key}/history`;

export const useSettings = () => useRead<AdminSettingsAnswer>(settingsPath);

export const useSettingHistory = (key: SettingKey) => useRead<SettingHistoryAnswer>(getHistoryPath(key));
