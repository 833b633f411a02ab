import { describe, expect, it } from 'vitest';
import { evidenceTexts, fitEvidence, getMaxEvidencePages, MAX_EVIDENCE_TEXTS } from './evidence.ts';

describe('the texts of evidence', () => {
  it('are cut to 20,000 characters, and the rest is counted', () => {
    const [fitted] = fitEvidence({ uncategorized_text: 'x'.repeat(20_010) });
    expect(fitted).toEqual({ field: 'uncategorized_text', text: 'x'.repeat(20_000), cutBy: 10 });
    expect(fitEvidence({ uncategorized_text: 'x'.repeat(20_000) })).toMatchObject([{ cutBy: 0 }]);
  });

  it('are cut at the end of a line, and never inside a character', () => {
    const lines = `${'line of ten\n'.repeat(1_700)}`;
    expect(fitEvidence({ access_activity_log: lines })[0]?.text.endsWith('line of ten')).toBe(true);
    const [fitted] = fitEvidence({ uncategorized_text: `${'x'.repeat(19_999)}🙂` });
    expect(fitted).toMatchObject({ text: 'x'.repeat(19_999), cutBy: 2 });
  });

  it('share 150,000 characters in the order of the fields, files apart', () => {
    const long = 'x'.repeat(20_000);
    const fitted = fitEvidence({
      ...Object.fromEntries(evidenceTexts.map((field) => [field, long])),
      receipt: long,
    });
    const texts = fitted.filter(({ field }) => field !== 'receipt');
    expect(texts.reduce((sum, { text }) => sum + text.length, 0)).toBe(MAX_EVIDENCE_TEXTS);
    expect(texts.at(-1)).toMatchObject({ field: 'access_activity_log', text: '', cutBy: 20_000 });
    expect(fitted.at(-1)).toMatchObject({ field: 'receipt', cutBy: 0 });
  });

  it('are left out when they are empty', () => {
    expect(fitEvidence({ customer_name: '', service_date: '1 May 2026' })).toMatchObject([
      { field: 'service_date' },
    ]);
  });

  it('fill fewer pages for Mastercard', () => {
    expect([
      getMaxEvidencePages('mastercard'),
      getMaxEvidencePages('visa'),
      getMaxEvidencePages(null),
    ]).toEqual([19, 50, 50]);
  });
});
