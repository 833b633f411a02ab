import { cx } from './cx.ts';

type SeatDotsProps = {
  capacity: number;
  /** Booked seats, including yours. */
  taken: number;
  /** One of the taken seats is yours. */
  yours?: boolean | undefined;
};

function describeSeats(left: number, capacity: number, yours: boolean): string {
  const spots = left === 0 ? 'No spots left' : `${left} of ${capacity} spots left`;
  return yours ? `${spots}, one is yours` : spots;
}

/** Seats as dots: filled is taken, a ring is free, coral is yours. Screen readers get one sentence. */
export function SeatDots({ capacity, taken, yours = false }: SeatDotsProps) {
  const booked = Math.min(Math.max(taken, yours ? 1 : 0), capacity);
  return (
    <span
      role="img"
      aria-label={describeSeats(capacity - booked, capacity, yours)}
      className="inline-flex flex-wrap gap-1.25"
    >
      {Array.from({ length: capacity }, (_, seat) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat has no identity beyond its index
          key={seat}
          className={cx(
            'size-2.75 rounded-full border-[1.5px]',
            yours && seat === 0
              ? 'border-coral bg-coral'
              : seat < booked
                ? 'border-ink/70 bg-ink/70'
                : 'border-edge bg-surface',
          )}
        />
      ))}
    </span>
  );
}
