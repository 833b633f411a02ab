import { expect, it } from 'vitest';
import type { ImportEvent } from '#domain/import/events.ts';
import { Exceptions } from './audit-exception.ts';
import { ImportLedger } from './import-ledger.ts';

const at = '2026-05-12T09:00:00.000Z';
const importId = 'a'.repeat(24);
const file = 'f'.repeat(64);
const place = { stream: 'imports-studio', revision: 0, position: 1n };
const sums = [{ name: '10 Class Pass', lots: 1, passes: 7, pence: 11_900 }];
const begun: ImportEvent = {
  type: 'ImportBegun',
  data: {
    ...{ importId, source: 'Momence', people: 1, sums, at },
    files: [{ kind: 'passes', sha256: file, lines: 1, refused: 0 }],
  },
};
const close = (passes: number): ImportEvent => ({
  type: 'ImportClosed',
  data: { importId, created: 1, merged: 0, sums: sums.map((sum) => ({ ...sum, passes })), at },
});
const grant = {
  ...{
    memberId: 'ann',
    lotId: 'import-1',
    kind: 'import' as const,
    passName: '10 Class Pass',
    passes: 7,
    at,
  },
  ...{ pricePence: 11_900, expiresAt: at, passId: 6, paymentIntentId: null, offer: null },
  brought: { importId, source: 'Momence', file, row: 2, classes: 10, begins: null },
};

function check(run: (ledger: ImportLedger) => void): string[] {
  const exceptions = new Exceptions();
  run(new ImportLedger(exceptions));
  return exceptions.recorded.map(({ code }) => code);
}

it('accepts each line once, and the sums of its lots', () => {
  const found = check((ledger) => {
    ledger.applyImport(begun, place);
    ledger.assertLine(grant, place);
    ledger.applyImport(close(7), place);
  });
  expect(found).toEqual([]);
});

it('counts what an import brought before it stopped and began again', () => {
  const found = check((ledger) => {
    ledger.applyImport(begun, place);
    ledger.assertLine(grant, place);
    ledger.applyImport({ type: 'ImportStopped', data: { importId, at } }, place);
    ledger.applyImport(begun, place);
    ledger.applyImport(close(7), place);
  });
  expect(found).toEqual([]);
});

it('reports a lot of no import, of another file, and a second one of a line', () => {
  const { brought, ...without } = grant;
  const found = check((ledger) => {
    ledger.assertLine(grant, place);
    ledger.applyImport(begun, place);
    ledger.assertLine(without, place);
    ledger.assertLine({ ...grant, brought: { ...brought, file: '0'.repeat(64) } }, place);
    ledger.assertLine(grant, place);
    ledger.assertLine({ ...grant, lotId: 'import-2' }, place);
  });
  expect(found).toEqual(Array(4).fill('LOT_WITHOUT_IMPORT'));
});

it('reports sums that are not those of the lots', () => {
  const found = check((ledger) => {
    ledger.applyImport(begun, place);
    ledger.assertLine(grant, place);
    ledger.applyImport(close(8), place);
  });
  expect(found).toEqual(['IMPORT_SUMS']);
});
