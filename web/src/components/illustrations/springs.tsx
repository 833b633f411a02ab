import { createCoilPath } from './coil-path.ts';

/** From the heaviest spring to the lightest. */
const colours = ['#D9694B', '#1F6F78', '#6E9A7B', '#F2C14E'] as const;

/** The springs of the reformer: `hooked` of them are taut, the others hang loose. */
export function Springs({ hooked, className }: { hooked: number; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 420 124"
      fill="none"
      stroke="var(--color-ink)"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M6 8V116M406 8V116" strokeWidth="7" />
      {colours.map((colour, row) => {
        const y = 24 + row * 26;
        const taut = row < hooked;
        const end = taut ? 398 : 176;
        return (
          <g key={colour}>
            <path
              d={createCoilPath({ from: 10, to: end, y, radius: taut ? 5 : 7, turns: taut ? 26 : 18 })}
              stroke={colour}
              strokeWidth="3.5"
            />
            <circle cx={end + 8} cy={y} r="7" strokeWidth="3" fill="#FBF8F3" />
          </g>
        );
      })}
    </svg>
  );
}
