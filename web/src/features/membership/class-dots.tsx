import { cx } from '../../components/ui/cx.ts';

/** The classes of a month as dots: the sun's colour is still yours, a ring is used. The words beside it say the same. */
export const ClassDots = ({ total, left }: { total: number; left: number }) => (
  <span aria-hidden="true" className="grid w-max grid-cols-6 gap-2.5">
    {Array.from({ length: total }, (_, index) => index < left).map((isLeft, index) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the classes of a month have no identity beyond their place
        key={index}
        className={cx(
          'size-5 rounded-full border-[1.5px]',
          isLeft ? 'border-ink/60 bg-sun' : 'border-edge/60 bg-transparent',
        )}
      />
    ))}
  </span>
);
