import type { AuditRulebookAnswer } from '#services/contract/audit.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import type { Column } from '#web/components/table/column.ts';
import { DataTable } from '#web/components/table/data-table.tsx';
import { compareRulebooks } from './comparison.ts';
import { HistoryView } from './history-view.tsx';

type Rule = AuditRulebookAnswer['rules'][number];
type Event = AuditRulebookAnswer['events'][number];

const columns: readonly Column<Rule>[] = [
  { id: 'rule', header: 'Rule', value: ({ title }) => title },
  { id: 'value', header: 'Value', value: ({ value }) => value },
];

const Header = ({ version }: { version: number }) => (
  <header>
    <p className="text-ink-muted">The history of</p>
    <h2 className="text-2xl">The rulebook</h2>
    <p className="text-ink-muted">
      {version === 0 ? 'Before the rulebook. These rules held.' : `Version ${version}.`}
    </p>
  </header>
);

const RulebookState = ({ rules }: { rules: readonly Rule[] }) => (
  <Panel title="The rules" intro="What held for every decision from then on, until the next change.">
    <DataTable
      caption="The rules"
      columns={columns}
      rows={rules}
      rowKey={({ key }) => key}
      empty="There are no rules."
    />
  </Panel>
);

const stateColumn = { header: 'Version after it', render: ({ version }: Event) => String(version) };

/** The studio's rules at any moment, and each change of them. */
export const RulebookHistory = ({ id }: { id: string }) => (
  <HistoryView<Event, AuditRulebookAnswer>
    path="/api/audit/rulebook"
    self={`rulebook/${id}`}
    header={({ version }) => <Header version={version} />}
    state={({ rules }) => <RulebookState rules={rules} />}
    compare={compareRulebooks}
    stateColumn={stateColumn}
  />
);
