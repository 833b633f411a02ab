import { Reformer } from './reformer.tsx';

/** The studio: a C8 reformer under an arched window with a view of the sea. */
export function StudioScene({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="-80 0 1120 480"
      preserveAspectRatio="xMidYMax slice"
      role="img"
      aria-label="A drawing of a C8 reformer in the studio, with a window to the sea"
      className={className}
    >
      <path d="M-400-400H1400V480H-400Z" fill="#F4E9D8" />
      <path d="M-400 400H1400V480H-400Z" fill="#E6D3B5" />
      <path d="M-400 400H1400" stroke="#12313A" strokeWidth="3" opacity="0.8" />
      <path
        d="M-60 446H40M120 432H300M420 452H640M700 428H860M940 448H1030"
        stroke="#D3BC97"
        strokeWidth="3"
        strokeLinecap="round"
      />
      {/* The window. */}
      <clipPath id="studio-window">
        <path d="M330 278V176C330 92 394 34 470 34C546 34 610 92 610 176V278Z" />
      </clipPath>
      <g clipPath="url(#studio-window)">
        <path d="M320 20H620V330H320Z" fill="#E3EEEA" />
        <path d="M320 120C400 108 520 132 620 114V330H320Z" fill="#FAEBD3" />
        <circle cx="530" cy="206" r="64" fill="#FCE1AC" />
        <circle cx="530" cy="206" r="38" fill="#F2C14E" />
        <path d="M320 216H620V330H320Z" fill="#7FB4B2" />
        <path d="M320 246C380 240 460 254 520 246C560 242 590 250 620 246V330H320Z" fill="#2E7F88" />
        <path
          d="M506 228h50M516 240h34M500 258h42M522 272h48M508 288h30"
          stroke="#FDE9BF"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <path
          d="M388 226C389 232 393 235 398 235H412C417 235 421 232 422 226ZM406 222V188C418 200 421 212 421 222Z"
          fill="#FBF8F3"
          stroke="#12313A"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
      </g>
      <g fill="none" stroke="#12313A" strokeWidth="3" strokeLinejoin="round">
        <path
          d="M330 278V176C330 92 394 34 470 34C546 34 610 92 610 176V278Z"
          strokeWidth="9"
          stroke="#FFFDF8"
        />
        <path d="M325 278V176C325 88 392 29 470 29C548 29 615 88 615 176V278" />
        <path d="M470 36V278M332 176H608" stroke="#FFFDF8" strokeWidth="5" />
        <path d="M306 278H634V288H306Z" fill="#FFFDF8" />
      </g>
      {/* A plant, and a stack of towels on the sill's right. */}
      <g stroke="#12313A" strokeWidth="3" strokeLinejoin="round" strokeLinecap="round">
        <path
          d="M846 330C838 270 820 226 792 202C812 204 838 226 850 262C852 222 862 184 886 158C892 196 880 232 864 268C880 240 904 226 928 224C912 250 884 278 862 330Z"
          fill="#6E9A7B"
        />
        <path d="M816 330H896L886 412H826Z" fill="#C4583B" />
        <path d="M820 352H892" opacity="0.5" />
      </g>
      <g stroke="#12313A" strokeWidth="3" strokeLinejoin="round" strokeLinecap="round">
        <path d="M44 412V240C44 232 50 226 58 226H128C136 226 142 232 142 240V412Z" fill="#FBF3E6" />
        <path d="M44 290H142M44 350H142" />
        <path
          d="M58 290V272C58 268 61 266 64 266H122C126 266 128 268 128 272V290ZM62 266V252C62 249 64 247 67 247H119C122 247 124 249 124 252V266Z"
          fill="#A9CCC6"
        />
        <circle cx="74" cy="330" r="19" fill="#D9694B" />
        <circle cx="114" cy="333" r="16" fill="#F2C14E" />
        <path d="M60 398V378C60 374 62 372 66 372H120C124 372 126 374 126 378V398" fill="#1F6F78" />
      </g>
      <g transform="translate(166 120)">
        <Reformer />
      </g>
    </svg>
  );
}
