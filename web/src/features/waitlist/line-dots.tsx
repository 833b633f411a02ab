import { cx } from '../../components/ui/cx.ts';

const most = 12;

/** Everyone in line as dots, the first at the left, oneself in coral; the words beside them say the same. */
export const LineDots = ({ position, count }: { position: number; count: number }) => {
  const waiting = Math.max(count, position);
  if (waiting < 2 || waiting > most) return null;
  return (
    <span aria-hidden="true" className="flex items-center gap-2">
      {Array.from({ length: waiting }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: places in a line have no identity beyond their number
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
