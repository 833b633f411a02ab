import { cx } from '#web/components/ui/cx.ts';

const maxDots = 12;

/** The waitlist as dots, the first at the left and the member in coral. The text beside it gives the same. */
export const WaitlistDots = ({ position, count }: { position: number; count: number }) => {
  const waiting = Math.max(count, position);
  if (waiting < 2 || waiting > maxDots) return null;
  return (
    <span aria-hidden="true" className="flex items-center gap-2">
      {Array.from({ length: waiting }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: places on a waitlist have no identity beyond their number
          key={place}
          className={cx(
            'rounded-full',
            place + 1 === position ? 'size-4 bg-coral' : 'size-3 border-[1.5px] border-edge bg-surface',
          )}
        />
      ))}
    </span>
  );
};
