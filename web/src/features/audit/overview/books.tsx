import type { AuditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { Loadable } from '#web/components/staff/loadable.tsx';
import { formatInstant } from '#web/lib/london-time.ts';
import { useRead } from '#web/lib/use-read.ts';
import { overviewPath } from '../overview-path.ts';
import { FlowPanel } from './flow-panel.tsx';
import { LastVerification } from './last-verification.tsx';
import { LiabilityPanel } from './liability-panel.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { PassesPanel } from './passes-panel.tsx';
import { ReadingsPanel } from './readings-panel.tsx';
import { UnusualPanel } from './unusual-panel.tsx';

const refreshIntervalMs = 60_000;

/** The studio's books: passes, money, the last verification, readings of personal data and unusual events. */
export function Books() {
  const read = useRead<AuditOverviewAnswer>(overviewPath, { refreshInterval: refreshIntervalMs });
  return (
    <Loadable what="overview" read={read} height="h-[40rem]">
      {({ asOf, position, passes, balanced, money, liability, verification, readings, unusual, flow }) => (
        <div className="flex flex-col gap-10">
          <PassesPanel passes={passes} balanced={balanced} />
          <div className="grid items-start gap-10 lg:grid-cols-2 lg:gap-8">
            <div className="flex min-w-0 flex-col gap-10">
              <MoneyPanel money={money} />
              <LiabilityPanel liability={liability} />
            </div>
            <LastVerification verification={verification} />
          </div>
          <FlowPanel flow={flow} />
          <ReadingsPanel readings={readings} />
          <UnusualPanel unusual={unusual} />
          <p className="text-ink-muted text-sm">
            As of {formatInstant(asOf)}
            {position !== null && `, up to position ${position} of the log`}. No member is named here, so
            reading it is not recorded as a reading of personal data.
          </p>
        </div>
      )}
    </Loadable>
  );
}
