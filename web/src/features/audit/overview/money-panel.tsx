import { BadgeCheck, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditFigure, AuditOverviewAnswer } from '#services/contract/audit-overview.ts';
import { Panel } from '#web/components/staff/panel.tsx';
import { ScrollBox } from '#web/components/staff/scroll-box.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatExactPence } from '#web/lib/money.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { FigureLink } from './figure-link.tsx';

type Money = AuditOverviewAnswer['money'];
type Lots = Money['lots']['purchase'];

const headClasses = 'px-3 py-2 font-semibold text-ink-muted text-sm md:px-4';
const cellClasses = 'px-3 py-2 text-right md:px-4';

type RowProps = { name: string; received?: ReactNode; lots?: ReactNode; isWrong?: boolean };

const Row = ({ name, received = '–', lots = '–', isWrong = false }: RowProps) => (
  <tr className="border-sand border-t">
    <th scope="row" className={`px-3 py-2 text-left font-medium md:px-4 ${isWrong ? 'text-rust' : ''}`}>
      {name}
    </th>
    <td className={cellClasses}>{received}</td>
    <td className={cellClasses}>{lots}</td>
  </tr>
);

type AmountProps = { figure: AuditFigure; pence: number; about: string };

/** A sum that opens its events, with the number of its parts below it. */
const Amount = ({ figure, pence, about }: AmountProps) => (
  <>
    <FigureLink figure={figure}>{formatExactPence(pence)}</FigureLink>
    <span className="block text-ink-muted text-sm">{about}</span>
  </>
);

const formatPayments = (count: number) => formatCount(count, 'payment', 'payments');
const formatLots = (count: number) => formatCount(count, 'lot', 'lots');
const formatLotsAndPasses = ({ lots, passes }: Lots) =>
  `${formatLots(lots)}, ${formatCount(passes, 'pass', 'passes')}`;

/** Payments that grant no lot, and what speaks against the books; nothing when there is neither. */
const UnmatchedRows = ({ salesWithoutLot, lotsWithoutSale, lotsOfOtherPrice }: Money) => (
  <>
    {salesWithoutLot.count > 0 && (
      <Row
        name="Of it for no lot: refused, or under way"
        received={
          <Amount
            figure="sales_without_lot"
            pence={salesWithoutLot.pence}
            about={formatPayments(salesWithoutLot.count)}
          />
        }
      />
    )}
    {lotsWithoutSale.count > 0 && (
      <Row
        isWrong
        name="Of it without a payment"
        lots={
          <Amount
            figure="lots_without_sale"
            pence={lotsWithoutSale.pence}
            about={formatLots(lotsWithoutSale.count)}
          />
        }
      />
    )}
    {lotsOfOtherPrice.count > 0 && (
      <Row
        isWrong
        name="Of it more than was paid"
        lots={
          <Amount
            figure="lots_other_price"
            pence={lotsOfOtherPrice.pence}
            about={formatLots(lotsOfOtherPrice.count)}
          />
        }
      />
    )}
  </>
);

const Retained = ({ receivedPence, refundedPence, disputedPence, retainedPence }: Money) => (
  <p className="tabular">
    <FigureLink figure="received">{formatExactPence(receivedPence)} received</FigureLink>
    {' − '}
    <FigureLink figure="refunded">{formatExactPence(refundedPence)} refunded</FigureLink>
    {' − '}
    <FigureLink figure="disputed">{formatExactPence(disputedPence)} disputed</FigureLink>
    {' = '}
    <strong>{formatExactPence(retainedPence)} kept</strong>
  </p>
);

function MoneyRows({ money }: { money: Money }) {
  const { passSales, membershipSales, lots, receivedPence } = money;
  const { purchase, membership, adjustment, import: brought } = lots;
  return (
    <tbody>
      <Row
        name="Passes"
        received={
          <Amount figure="received_passes" pence={passSales.pence} about={formatPayments(passSales.count)} />
        }
        lots={<Amount figure="lots_purchase" pence={purchase.pence} about={formatLotsAndPasses(purchase)} />}
      />
      <Row
        name="Memberships"
        received={
          <Amount
            figure="received_memberships"
            pence={membershipSales.pence}
            about={formatPayments(membershipSales.count)}
          />
        }
        lots={
          <Amount figure="lots_membership" pence={membership.pence} about={formatLotsAndPasses(membership)} />
        }
      />
      <Row
        name="Together"
        received={<strong>{formatExactPence(receivedPence)}</strong>}
        lots={<strong>{formatExactPence(purchase.pence + membership.pence)}</strong>}
      />
      <UnmatchedRows {...money} />
      <Row
        name="Given by staff"
        lots={<FigureLink figure="lots_adjustment">{formatLotsAndPasses(adjustment)}</FigureLink>}
      />
      {brought.lots > 0 ? (
        <Row
          name="Brought over, paid elsewhere"
          lots={<Amount figure="lots_import" pence={brought.pence} about={formatLotsAndPasses(brought)} />}
        />
      ) : null}
    </tbody>
  );
}

/** The money received against the lots granted for it. */
export const MoneyPanel = ({ money }: { money: Money }) => (
  <Panel
    title="Money received against lots granted"
    intro="Every payment has its lot, and every paid lot its payment."
    tools={
      <Badge tone={money.matched ? 'kelp' : 'rust'} icon={money.matched ? BadgeCheck : ShieldAlert}>
        {money.matched ? 'Every paid lot is paid for' : 'Not every lot is paid for'}
      </Badge>
    }
  >
    <ScrollBox label="Money and lots">
      <table className="w-full border-collapse tabular-nums">
        <caption className="sr-only">Money received against lots granted</caption>
        <thead>
          <tr>
            <th scope="col" className={`${headClasses} text-left`}>
              For
            </th>
            <th scope="col" className={`${headClasses} text-right`}>
              Received
            </th>
            <th scope="col" className={`${headClasses} text-right`}>
              Lots granted
            </th>
          </tr>
        </thead>
        <MoneyRows money={money} />
      </table>
    </ScrollBox>
    <Retained {...money} />
  </Panel>
);
