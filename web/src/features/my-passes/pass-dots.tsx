import { cx } from '#web/components/ui/cx.ts';

const styles = {
  lot: { list: 'flex max-w-58 flex-wrap gap-1.5', size: 'size-4', left: 'border-sea bg-sea' },
  membership: { list: 'grid w-max grid-cols-6 gap-2.5', size: 'size-5', left: 'border-ink/60 bg-sun' },
};

interface PassDotsProps {
  readonly of: keyof typeof styles;
  readonly total: number;
  readonly left: number;
}

/** Passes as dots: filled ones are left, rings are used. The text beside them gives the same. */
export const PassDots = ({ of, total, left }: PassDotsProps) => (
  <span aria-hidden="true" className={styles[of].list}>
    {Array.from({ length: total }, (_, index) => index < left).map((isLeft, index) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: passes have no identity beyond their place
        key={index}
        className={cx(
          'rounded-full border-[1.5px]',
          styles[of].size,
          isLeft ? styles[of].left : 'border-edge/60 bg-transparent',
        )}
      />
    ))}
  </span>
);
