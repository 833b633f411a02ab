/** For empty pages: a sunrise over a calm sea with one boat. */
export function CalmSea() {
  return (
    <svg viewBox="0 0 240 140" aria-hidden="true" className="h-auto w-full">
      <circle cx="120" cy="74" r="50" fill="#FCE6BE" />
      <circle cx="120" cy="74" r="32" fill="#F2C14E" />
      <path
        d="M22 78C60 73 90 82 122 78C156 73 186 82 218 78C208 106 170 124 120 124C70 124 32 106 22 78Z"
        fill="#7FB4B2"
      />
      <path
        d="M34 96C66 90 94 101 124 96C154 91 180 100 206 96C190 114 160 124 120 124C80 124 50 114 34 96Z"
        fill="#1F6F78"
      />
      <path
        d="M104 86h32M110 93h20M98 104h26M128 111h18"
        stroke="#FDE9BF"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <g stroke="var(--color-ink)" strokeWidth="2.5" strokeLinejoin="round" strokeLinecap="round">
        <path d="M158 82C159 89 163 91 169 91H184C190 91 194 88 195 82Z" fill="var(--color-ink)" />
        <path d="M178 79V48C188 58 192 70 192 79Z" fill="#FBF8F3" />
        <path d="M174 79V54C167 63 163 72 162 79Z" fill="#D9694B" />
        <path d="M64 44c5-6 9-6 12 0c3-6 7-6 12 0M50 58c3-4 6-4 8 0c2-4 5-4 8 0" fill="none" />
      </g>
    </svg>
  );
}
