import { Download } from 'lucide-react';
import { useState } from 'react';
import type { AuditKeyAnswer } from '#services/contract/erasure-certificate.ts';
import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { downloadFile } from '#web/lib/download-file.ts';
import { send } from '#web/lib/http.ts';
import { useRead } from '#web/lib/use-read.ts';

const formats = [
  { format: 'csv', label: 'Export CSV' },
  { format: 'json', label: 'Export bundle' },
] as const;

type ExportButtonsProps = {
  memberId: string;
  /** The instant of the moment in view; null for now. */
  instant: string | null;
};

/** Downloads a member's history as a file; the bundle can be verified anywhere. */
export function ExportButtons({ memberId, instant }: ExportButtonsProps) {
  const [busyFormat, setBusyFormat] = useState<string>();
  const { data: key } = useRead<AuditKeyAnswer>('/api/audit/key');
  const download = async (format: 'csv' | 'json') => {
    if (busyFormat !== undefined) return;
    setBusyFormat(format);
    try {
      const query = new URLSearchParams({ format, ...(instant === null ? {} : { asOf: instant }) });
      const response = await send(`/api/audit/members/${memberId}/export?${query}`, { accept: '*/*' });
      downloadFile(`passes-${memberId}.${format}`, await response.blob());
    } catch (error) {
      toast(staffMessages.exportHistoryFailed(error));
    }
    setBusyFormat(undefined);
  };
  return (
    <div className="flex max-w-md flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {formats.map(({ format, label }) => (
          <Button
            key={format}
            variant="secondary"
            size="sm"
            busy={busyFormat === format}
            onClick={() => void download(format)}
          >
            <Download aria-hidden="true" className="size-4.5" />
            {label}
          </Button>
        ))}
      </div>
      <p className="text-ink-muted text-sm">
        Both go up to the moment in view. A bundle is signed; check it anywhere, without this server:{' '}
        <code className="whitespace-nowrap">npm run audit -- verify FILE</code>.
        {key !== undefined && (
          <>
            {' '}
            The key is <code className="wrap-anywhere">{key.fingerprint}</code>.
          </>
        )}
      </p>
    </div>
  );
}
