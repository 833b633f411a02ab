import { downloadFile } from '../../lib/download-file.ts';
import { send } from '../../lib/http.ts';
import { excelPath } from './use-figures.ts';

/** Fetches a month's report as an Excel file into the browser's downloads. */
export async function exportMonth(month: string): Promise<void> {
  const response = await send(excelPath(month), { accept: 'application/octet-stream' });
  downloadFile(`monthly-report-${month}.xlsx`, await response.blob());
}
