import type { AdminClosuresAnswer } from '#services/contract/closures.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { Panel } from '#web/components/staff/panel.tsx';
import { useRead } from '#web/lib/use-read.ts';
import { AddClosureForm } from './add-closure-form.tsx';
import { ClosureRow } from './closure-row.tsx';
import { closuresPath } from './refresh-closures.ts';

/** The days on which the studio is closed. */
export function ClosuresView() {
  const read = useRead<AdminClosuresAnswer>(closuresPath);
  return (
    <Loadable what="closing days" read={read} height="h-96">
      {({ closures, bankHolidays }) => (
        <div className="flex flex-col gap-8">
          <Panel
            title="Close the Studio"
            intro="Classes on these days are cancelled and passes go back. Passes last a day longer for each closed day; memberships keep their period."
          >
            <AddClosureForm bankHolidays={bankHolidays} />
          </Panel>
          <Panel title="Closing Days">
            {closures.length === 0 ? (
              <p className="rounded-card border border-sand bg-surface px-5 py-8 text-center text-ink-muted">
                No closing days yet
              </p>
            ) : (
              <ul className="flex flex-col gap-3">
                {closures.map((closure) => (
                  <li key={closure.id}>
                    <ClosureRow closure={closure} />
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        </div>
      )}
    </Loadable>
  );
}
