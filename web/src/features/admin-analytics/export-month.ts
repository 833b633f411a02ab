import { downloadFile } from '#web/lib/download-file.ts';
import { send } from '#web/lib/http.ts';
import { getExcelPath } from './use-figures.ts';

/** Downloads a month's report as an Excel file. */
export async function exportMonth(month: string): Promise<void> {
  const response = await send(getExcelPath(month), { accept: 'application/octet-stream' });
  downloadFile(`monthly-report-${month}.xlsx`, await response.blob());
}
