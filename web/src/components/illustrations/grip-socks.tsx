/** A pair of grip socks, soles up, with their rubber dots. */
export function GripSocks({ className }: { className?: string | undefined }) {
  const sole = [
    [62, 128],
    [78, 133],
    [94, 136],
    [110, 137],
    [126, 135],
    [70, 143],
    [88, 148],
    [106, 150],
    [122, 147],
  ] as const;
  return (
    <svg viewBox="0 0 240 200" aria-hidden="true" className={className}>
      <ellipse cx="126" cy="178" rx="98" ry="9" fill="var(--color-sand)" />
      <g stroke="var(--color-ink)" strokeWidth="3" strokeLinejoin="round" strokeLinecap="round">
        <g transform="translate(64 -14) rotate(6 120 100)">
          <path
            d="M96 26H140V98C140 108 146 112 152 122C162 140 152 166 128 166C98 166 70 156 54 148C40 140 44 118 60 114C80 110 96 102 96 84Z"
            fill="#1F6F78"
          />
          <path d="M96 26H140V46H96Z" fill="#7FB4B2" />
        </g>
        <path
          d="M82 24H128V100C128 110 136 114 142 124C152 144 140 170 114 170C84 170 54 160 38 150C24 142 28 120 46 115C66 110 82 104 82 86Z"
          fill="#F4EEE4"
        />
        <path d="M82 24H128V46H82Z" fill="#D9694B" />
        <path d="M90 24V46M98 24V46M106 24V46M114 24V46M121 24V46" strokeWidth="1.6" opacity="0.55" />
        <path d="M128 100C112 108 106 124 114 138" fill="none" opacity="0.35" />
      </g>
      <g fill="#D9694B" transform="translate(-18 8)">
        {sole.map(([x, y]) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r="3.4" />
        ))}
      </g>
    </svg>
  );
}
