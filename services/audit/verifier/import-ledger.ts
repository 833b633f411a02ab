import { ALL_IMPORTS, importsDecider } from '#domain/import/decider.ts';
import type { ImportEvent, ImportSum } from '#domain/import/events.ts';
import { sumLots } from '#domain/import/plan.ts';
import type { WalletEvent } from '#domain/wallet/events.ts';
import type { Exceptions, Place } from './audit-exception.ts';

type Grant = Extract<WalletEvent, { type: 'LotGranted' }>['data'];

interface ImportEntry {
  readonly files: ReadonlyMap<string, number>;
  readonly lots: { passName: string; passes: number; pricePence: number }[];
}

const formatSums = (sums: readonly ImportSum[]) =>
  sums.map(({ name, lots, passes, pence }) => `${lots} × ${name}: ${passes}, ${pence} pence`).join('; ') ||
  'none';

/**
 * Checks that each imported lot is one line of one file of its import. Also checks that an import closes with the
 * sums of its lots.
 */
export class ImportLedger {
  readonly stream = importsDecider.stream(ALL_IMPORTS);
  readonly #imports = new Map<string, ImportEntry>();
  readonly #lines = new Set<string>();
  readonly #exceptions: Exceptions;

  constructor(exceptions: Exceptions) {
    this.#exceptions = exceptions;
  }

  applyImport(event: ImportEvent, place: Place): void {
    const { importId } = event.data;
    if (event.type === 'ImportBegun') {
      const files = new Map(event.data.files.map(({ sha256, lines }) => [sha256, lines]));
      // One that stopped begins again, with what it has brought over.
      this.#imports.set(importId, { files, lots: this.#imports.get(importId)?.lots ?? [] });
    }
    if (event.type !== 'ImportClosed') return;
    const expected = formatSums(sumLots(this.#imports.get(importId)?.lots ?? []));
    const found = formatSums(event.data.sums);
    if (expected === found) return;
    const sentence = `Import ${importId} closed with other sums than its lots come to.`;
    this.#exceptions.add('IMPORT_SUMS', place, {}, { expected, found, sentence });
  }

  /** Checks that a lot comes from a line of a file of its import, which no other lot comes from. */
  assertLine({ brought, lotId, memberId, passName, passes, pricePence }: Grant, place: Place): void {
    const entry = brought === undefined ? undefined : this.#imports.get(brought.importId);
    const line = `${brought?.importId}/${brought?.file}/${brought?.row}`;
    const isKnown = brought !== undefined && entry?.files.has(brought.file) === true;
    if (!isKnown || this.#lines.has(line)) {
      this.#exceptions.add(
        'LOT_WITHOUT_IMPORT',
        place,
        { memberId, lotId },
        {
          expected: 'a line of a file that an import brought over, once',
          found: isKnown ? 'a second lot of the same line' : 'no such file',
          sentence: `Lot ${lotId} says it was brought over, and no line of an import stands for it.`,
        },
      );
      return;
    }
    this.#lines.add(line);
    entry.lots.push({ passName, passes, pricePence });
  }
}
