import { cx } from '../../components/ui/cx.ts';

/** The classes of a pass as dots: filled is still yours, a ring is used. The words beside it say the same. */
export const PassDots = ({ total, left }: { total: number; left: number }) => (
  <span aria-hidden="true" className="flex max-w-58 flex-wrap gap-1.5">
    {Array.from({ length: total }, (_, index) => index < left).map((isLeft, index) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the classes of a pass have no identity beyond their place
        key={index}
        className={cx(
          'size-4 rounded-full border-[1.5px]',
          isLeft ? 'border-sea bg-sea' : 'border-edge/60 bg-transparent',
        )}
      />
    ))}
  </span>
);
