import {
  ArrowRightLeft,
  CalendarClock,
  CalendarX2,
  CircleDashed,
  CircleDot,
  CircleSlash,
  CornerUpLeft,
  type LucideIcon,
  Plus,
  Undo2,
} from 'lucide-react';
import type { LotHistoryEntry } from '#services/contract/wallet.ts';
import { cx } from '#web/components/ui/cx.ts';

const icons: Record<LotHistoryEntry['type'], { icon: LucideIcon; color: string }> = {
  LotGranted: { icon: Plus, color: 'text-sea' },
  PassHeld: { icon: CircleDashed, color: 'text-ink-muted' },
  PassSpent: { icon: CircleDot, color: 'text-sea' },
  PassReturned: { icon: CornerUpLeft, color: 'text-kelp' },
  PassForfeited: { icon: CircleSlash, color: 'text-rust' },
  PassMoved: { icon: ArrowRightLeft, color: 'text-sea' },
  PassMovedBack: { icon: CornerUpLeft, color: 'text-ink-muted' },
  LotExpired: { icon: CalendarX2, color: 'text-ink-muted' },
  LotRevoked: { icon: Undo2, color: 'text-amber' },
  LotRestored: { icon: CornerUpLeft, color: 'text-kelp' },
  LotExtended: { icon: CalendarClock, color: 'text-sea' },
  LotExtensionWithdrawn: { icon: CalendarClock, color: 'text-ink-muted' },
  LotClosed: { icon: CalendarX2, color: 'text-ink-muted' },
};

/** The icon of a history item; the text beside it gives the same. */
export const HistoryIcon = ({ type }: { type: LotHistoryEntry['type'] }) => {
  const { icon: Icon, color } = icons[type];
  return (
    <Icon aria-hidden="true" strokeWidth={1.8} className={cx('absolute top-0.5 left-0 size-5', color)} />
  );
};
