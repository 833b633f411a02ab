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
import type { LotHistoryEntry } from '../../../../services/contract/wallet.ts';
import { cx } from '../../components/ui/cx.ts';

const marks: Record<LotHistoryEntry['type'], { icon: LucideIcon; look: string }> = {
  LotGranted: { icon: Plus, look: 'text-sea' },
  PassHeld: { icon: CircleDashed, look: 'text-ink-muted' },
  PassSpent: { icon: CircleDot, look: 'text-sea' },
  PassReturned: { icon: CornerUpLeft, look: 'text-kelp' },
  PassForfeited: { icon: CircleSlash, look: 'text-rust' },
  PassMoved: { icon: ArrowRightLeft, look: 'text-sea' },
  PassMovedBack: { icon: CornerUpLeft, look: 'text-ink-muted' },
  LotExpired: { icon: CalendarX2, look: 'text-ink-muted' },
  LotRevoked: { icon: Undo2, look: 'text-amber' },
  LotRestored: { icon: CornerUpLeft, look: 'text-kelp' },
  LotExtended: { icon: CalendarClock, look: 'text-sea' },
  LotClosed: { icon: CalendarX2, look: 'text-ink-muted' },
};

/** The small drawing at the head of a line; the words beside it say the same. */
export const LineMark = ({ type }: { type: LotHistoryEntry['type'] }) => {
  const { icon: Icon, look } = marks[type];
  return <Icon aria-hidden="true" strokeWidth={1.8} className={cx('absolute top-0.5 left-0 size-5', look)} />;
};
