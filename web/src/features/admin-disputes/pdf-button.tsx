import { staffMessages } from '#web/components/staff/staff-messages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { downloadFile } from '#web/lib/download-file.ts';
import { send } from '#web/lib/http.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { getEvidencePath } from './dispute-words.ts';

type PdfButtonProps = {
  disputeId: string;
  /** The texts as they are on screen. */
  fields: Readonly<Record<string, string>>;
  isDisabled?: boolean;
};

/** Downloads the evidence as one document, to read. */
export function PdfButton({ disputeId, fields, isDisabled = false }: PdfButtonProps) {
  const { busy, run } = useOneAtATime();
  const download = async () => {
    try {
      const response = await send(`${getEvidencePath(disputeId)}.pdf`, {
        method: 'POST',
        body: { fields },
        accept: 'application/pdf',
      });
      downloadFile(`dispute-${disputeId}.pdf`, await response.blob());
    } catch (cause) {
      toast(staffMessages.evidencePdfFailed(cause));
    }
  };
  return (
    <Button variant="secondary" busy={busy} disabled={isDisabled} onClick={() => void run(download)}>
      {busy ? 'Preparing...' : 'Download PDF'}
    </Button>
  );
}
