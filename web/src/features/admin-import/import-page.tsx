import type { ImportsAnswer } from '#services/contract/imports.ts';
import { BackLink } from '#web/components/staff/back-link.tsx';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { useDocumentTitle } from '#web/components/ui/use-document-title.ts';
import { useRead } from '#web/lib/use-read.ts';
import { StaffGate } from '../staff-gate/staff-gate.tsx';
import { ImportCard } from './import-card.tsx';
import { importsPath } from './imports-path.ts';
import { NewImport } from './new-import.tsx';

const progressEveryMs = 1_000;

const isUnderWay = ({ imports }: ImportsAnswer) =>
  imports.some(({ status }) => status === 'running' || status === 'undoing');

function Imports() {
  const read = useRead<ImportsAnswer>(importsPath, {
    refreshInterval: (answer?: ImportsAnswer) => (answer && isUnderWay(answer) ? progressEveryMs : 0),
  });
  return (
    <Panel title="Imports">
      <Loadable what="imports" read={read} height="h-40">
        {({ imports }) =>
          imports.length === 0 ? (
            <p className="text-ink-muted">No imports yet.</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {imports.map((entry) => (
                <li key={entry.importId}>
                  <ImportCard entry={entry} />
                </li>
              ))}
            </ul>
          )
        }
      </Loadable>
    </Panel>
  );
}

/** The page /admin/import. */
export const ImportPage = () => {
  useDocumentTitle('Import');
  return (
    <StaffGate staffRole="admin">
      <div className="flex flex-col gap-8">
        <div className="flex flex-col gap-4">
          <BackLink to="/admin">Admin Dashboard</BackLink>
          <h1 className="text-3xl">Import</h1>
        </div>
        <NewImport />
        <Imports />
      </div>
    </StaffGate>
  );
};
