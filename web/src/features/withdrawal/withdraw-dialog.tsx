import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { WithdrawalAnswer, WithdrawalPreviewAnswer } from '#services/contract/wallet.ts';
import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogClose } from '#web/components/ui/dialog.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { post } from '#web/lib/http.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { refreshWallet } from '#web/lib/refresh-wallet.ts';
import { error as errorToast, success } from '#web/lib/toast-message.ts';
import { usePreview } from '#web/lib/use-preview.ts';

interface WithdrawDialogProps {
  /** Of the call that cancels it. */
  readonly path: string;
  readonly title: string;
  /** Of the button that changes nothing. */
  readonly keepLabel: string;
  /** The toast's text once it is cancelled. */
  readonly doneTitle: string;
  readonly onClose: () => void;
}

/** Cancels a purchase or a membership within 14 days, after what comes back has been read. */
export const WithdrawDialog = ({ path, title, keepLabel, doneTitle, onClose }: WithdrawDialogProps) => {
  const { mutate } = useSWRConfig();
  const [isBusy, setBusy] = useState(false);
  const { preview, error } = usePreview(['withdraw', path], () =>
    post<WithdrawalPreviewAnswer>(`${path}?dryRun=true`),
  );

  const withdraw = async () => {
    setBusy(true);
    try {
      const { amountPence, isMade } = await post<WithdrawalAnswer>(path);
      await refreshWallet(mutate);
      const how = isMade ? 'It reaches your card in five to ten days.' : 'It goes back as soon as it can.';
      toast(success(doneTitle, `${formatExactPence(amountPence)} goes back. ${how}`));
      onClose();
    } catch (cause) {
      toast(errorToast('Not cancelled', getErrorMessage(cause, 'Please try again.')));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || isBusy || onClose()}
      title={title}
      isDanger
      footer={
        <>
          <DialogClose variant="primary" disabled={isBusy}>
            {keepLabel}
          </DialogClose>
          <Button
            variant="danger"
            busy={isBusy}
            disabled={preview === undefined}
            onClick={() => void withdraw()}
          >
            {preview === undefined ? 'Cancel it' : `Get ${formatExactPence(preview.amountPence)} back`}
          </Button>
        </>
      }
    >
      <div aria-live="polite">
        {error !== undefined && (
          <Notice tone="error">{getErrorMessage(error, 'We could not reckon what comes back.')}</Notice>
        )}
        {preview === undefined && error === undefined && <Skeleton className="h-24" />}
        {preview && (
          <BulletList>
            {preview.effects.summary.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </BulletList>
        )}
      </div>
    </Dialog>
  );
};
