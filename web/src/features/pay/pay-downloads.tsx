import { FileSpreadsheet, FileText } from 'lucide-react';
import { useState } from 'react';
import type { PayAnswer } from '#services/contract/pay.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { downloadCsv } from '#web/components/table/csv.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { downloadFile } from '#web/lib/download-file.ts';
import { send } from '#web/lib/http.ts';
import { formatPayCsv } from './pay-lines.ts';
import { getPayExcelPath } from './use-pay.ts';

/** The period's lines as CSV, and its sheets with formulas as an Excel file. */
export function PayDownloads({ pay }: { pay: PayAnswer }) {
  const [isExporting, setIsExporting] = useState(false);
  const name = `pay-${pay.from}-to-${pay.to}`;
  const exportExcel = async () => {
    setIsExporting(true);
    try {
      const response = await send(getPayExcelPath(pay), { accept: 'application/octet-stream' });
      downloadFile(`${name}.xlsx`, await response.blob());
    } catch (cause) {
      toast(staffMessages.exportPayFailed(cause));
    } finally {
      setIsExporting(false);
    }
  };
  return (
    <>
      <Button variant="secondary" busy={isExporting} onClick={() => void exportExcel()}>
        <FileSpreadsheet aria-hidden="true" className="size-4.5" />
        Export to Excel
      </Button>
      <Button variant="secondary" onClick={() => downloadCsv(`${name}.csv`, formatPayCsv(pay.instructors))}>
        <FileText aria-hidden="true" className="size-4.5" />
        Export as CSV
      </Button>
    </>
  );
}
