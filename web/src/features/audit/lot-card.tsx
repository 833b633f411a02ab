import type { LotStatusAnswer } from '#services/contract/audit.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { formatInstant } from '#web/lib/london-time.ts';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { PassStateBar, PassStateCounts } from './pass-state-bar.tsx';
import { SubjectLink } from './subject-link.tsx';

const sourceTexts: Record<LotStatusAnswer['source'], string> = {
  purchase: 'Bought',
  membership: 'Membership',
  staff: 'Given by staff',
  import: 'Brought over',
};

/** A lot with the states of its passes. */
export function LotCard({ lot }: { lot: LotStatusAnswer }) {
  const { lotId, passName, source, granted, expiresAt, valuePence, unusedPence, paymentIntentId } = lot;
  return (
    <Card as="article" aria-label={`${passName}, lot ${lotId}`} className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-lg">{passName}</h3>
        <Badge tone={source === 'purchase' ? 'sea' : source === 'membership' ? 'sun' : 'neutral'}>
          {sourceTexts[source]}
        </Badge>
      </div>
      <PassStateBar counts={lot} />
      <p className="font-medium">{formatCount(granted, 'pass', 'passes')} granted, of which</p>
      <PassStateCounts counts={lot} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 border-sand border-t pt-3 text-sm">
        <dt className="text-ink-muted">Expires</dt>
        <dd className="tabular">{formatInstant(expiresAt)}</dd>
        <dt className="text-ink-muted">Worth</dt>
        <dd className="tabular">
          {formatExactPence(unusedPence)} unused of {formatExactPence(valuePence)}
        </dd>
        <dt className="text-ink-muted">Lot</dt>
        <dd className="wrap-anywhere">{lotId}</dd>
        {paymentIntentId !== null && (
          <>
            <dt className="text-ink-muted">Paid by</dt>
            <dd>
              {source === 'purchase' ? (
                <SubjectLink kind="payment" id={paymentIntentId} />
              ) : (
                <span className="wrap-anywhere">{paymentIntentId}</span>
              )}
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}
