import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { ImportEntry } from '#services/contract/imports.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { getErrorMessage } from '#web/lib/api-error.ts';
import { downloadFile } from '#web/lib/download-file.ts';
import { post, send } from '#web/lib/http.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { error as errorToast, success } from '#web/lib/toast-message.ts';
import { useOneAtATime } from '#web/lib/use-one-at-a-time.ts';
import { importsPath } from './imports-path.ts';

type Asked = 'invite' | 'undo';

/** What can be done with an import that is closed. */
export function ImportActions({ entry }: { entry: ImportEntry }) {
  const { mutate } = useSWRConfig();
  const { busy, run } = useOneAtATime();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { importId, source, created, invitedAt } = entry;

  const attempt = async (work: () => Promise<unknown>, failed: string) => {
    try {
      await work();
    } catch (cause) {
      toast(errorToast(failed, getErrorMessage(cause, 'Please try again.')));
    }
    setAsked(null);
  };
  const download = () =>
    attempt(async () => {
      const response = await send(`${importsPath}/${importId}/certificate`);
      downloadFile(`import-${importId}.json`, await response.blob());
    }, 'Not downloaded');
  const act = (what: Asked) =>
    attempt(
      async () => {
        await post(`${importsPath}/${importId}/${what}`);
        toast(
          what === 'invite'
            ? success('Invitations are on their way', 'Each member gets one email.')
            : success('Import is undone', 'What it brought is taken back within a moment.'),
        );
        await mutate(importsPath);
      },
      what === 'invite' ? 'Not invited' : 'Not undone',
    );

  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" busy={busy && asked === null} onClick={() => void run(download)}>
        Certificate
      </Button>
      {invitedAt === null && created > 0 ? (
        <Button variant="secondary" onClick={() => setAsked('invite')}>
          Invite
        </Button>
      ) : null}
      <Button variant="secondary" onClick={() => setAsked('undo')}>
        Undo
      </Button>
      <ConfirmDialog
        open={asked === 'invite'}
        onOpenChange={(open) => setAsked(open ? 'invite' : null)}
        title={`Invite ${formatCount(created, 'member', 'members')}?`}
        text="Each gets one email with a link to choose a password. From then on they get reminders and confirmations, and those who agreed to it the newsletter."
        confirmLabel="Send invitations"
        busy={busy}
        onConfirm={() => void run(() => act('invite'))}
      />
      <ConfirmDialog
        open={asked === 'undo'}
        onOpenChange={(open) => setAsked(open ? 'undo' : null)}
        title={`Undo the import from ${source}?`}
        text="All of its passes are taken back, and members who came with it are deleted, unless they were invited or have been here. It is possible while nobody has used a pass of it."
        confirmLabel="Undo import"
        tone="danger"
        busy={busy}
        onConfirm={() => void run(() => act('undo'))}
      />
    </div>
  );
}
