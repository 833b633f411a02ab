/** The x positions along the pier. */
const legs = Array.from({ length: 17 }, (_, index) => 1000 + index * 44);
const lamps = Array.from({ length: 7 }, (_, index) => 1080 + index * 96);

/** Reflections of the sun on the water: [x offset from the sun, y, half width]. */
const glints = [
  [0, 344, 46],
  [-14, 356, 30],
  [22, 366, 38],
  [-6, 380, 58],
  [30, 394, 26],
  [-34, 402, 34],
  [8, 418, 66],
  [-42, 436, 28],
  [34, 446, 44],
  [-10, 464, 72],
  [52, 484, 34],
  [-46, 496, 46],
  [14, 518, 84],
  [-64, 544, 36],
  [60, 552, 50],
  [-4, 574, 60],
] as const;

function Pier() {
  return (
    <g transform="translate(-70 0)">
      <g stroke="#12313A" strokeWidth="5" strokeLinecap="round">
        {legs.map((x) => (
          <path key={x} d={`M${x} 306V${372 + (x - 1000) * 0.03}`} />
        ))}
      </g>
      <g stroke="#12313A" strokeWidth="2" opacity="0.75">
        {legs.slice(0, -1).map((x) => (
          <path key={x} d={`M${x} 312L${x + 44} 356M${x + 44} 312L${x} 356`} />
        ))}
      </g>
      <g stroke="#12313A" strokeWidth="4" strokeLinecap="round" opacity="0.28">
        {legs.map((x, index) => (
          <path
            key={x}
            d={`M${x - 5} ${386 + (index % 3) * 3}h10M${x - 4} ${398 + (index % 2) * 5}h9M${x - 2} ${416 + (index % 3) * 4}h6`}
          />
        ))}
      </g>
      <path d="M972 296H1720V309H978Z" fill="#12313A" />
      <path d="M1134 283H1720M1134 290H1720" stroke="#12313A" strokeWidth="2" />
      <g stroke="#12313A" strokeWidth="2">
        {lamps.map((x) => (
          <path key={x} d={`M${x + 66} 297V262`} strokeWidth="3" />
        ))}
      </g>
      {lamps.map((x) => (
        <circle key={x} cx={x + 66} cy="258" r="5.5" fill="#F2C14E" />
      ))}
      {/* The pavilion at its end. */}
      <path d="M988 296V250H1122V296Z" fill="#FBF3E6" />
      <path d="M988 296V250H1122V296" fill="none" stroke="#12313A" strokeWidth="3" strokeLinejoin="round" />
      <path
        d="M978 251C990 240 1004 226 1012 222H1098C1106 226 1120 240 1132 251Z"
        fill="#C4583B"
        stroke="#12313A"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path
        d="M1028 222C1028 190 1044 178 1055 172C1066 178 1082 190 1082 222Z"
        fill="#D9694B"
        stroke="#12313A"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path d="M1055 172V138" stroke="#12313A" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M1056 140C1068 136 1074 146 1088 141V153C1074 158 1068 148 1056 152Z"
        fill="#FBF8F3"
        stroke="#12313A"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <g fill="#12313A">
        <path d="M1002 296V272a9 9 0 0 1 18 0V296ZM1032 296V272a9 9 0 0 1 18 0V296ZM1062 296V272a9 9 0 0 1 18 0V296ZM1092 296V272a9 9 0 0 1 18 0V296Z" />
      </g>
      <path d="M1032 296V272a9 9 0 0 1 18 0V296Z" fill="#F2C14E" />
    </g>
  );
}

function Cliffs() {
  return (
    <g>
      <path d="M430 332C470 312 520 306 566 312C610 304 660 318 706 332Z" fill="#BFD3CB" />
      <path
        d="M-20 332V196C40 190 88 214 132 226C170 212 222 204 262 232C300 222 344 224 376 254C410 246 446 256 470 278C500 276 524 292 548 332Z"
        fill="#FBF6EC"
      />
      <path
        d="M-20 196C40 190 88 214 132 226C170 212 222 204 262 232C300 222 344 224 376 254C410 246 446 256 470 278C500 276 524 292 548 332L540 332C522 304 500 292 468 293C440 272 412 264 376 270C342 242 302 240 262 250C222 224 172 230 132 246C88 232 40 214 -20 222Z"
        fill="#8FB09A"
      />
      <g stroke="#DCD3C2" strokeWidth="3" strokeLinecap="round" fill="none">
        <path d="M40 236C38 268 46 296 42 326M92 250C96 276 88 300 92 328M168 252C164 280 172 300 168 328M226 250C232 276 224 306 228 328M304 262C300 284 308 304 304 328M348 270C352 290 344 308 348 328M420 280C416 296 422 312 418 328M472 300C476 310 470 320 474 328" />
      </g>
    </g>
  );
}

/**
 * Morning over a calm sea: chalk cliffs, a low sun, the pier, and a shore that ends in the page's background.
 * The main parts are in the middle, because phones cut off both sides.
 */
export function HeroScene({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 1600 572"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      data-scene=""
      className={className}
    >
      <path d="M0-400H1600V640H0Z" fill="#E3EEEA" />
      <path d="M0 96C260 66 520 118 820 92C1120 68 1380 112 1600 82V400H0Z" fill="#EFF0E4" />
      <path d="M0 190C240 162 560 206 840 178C1140 152 1400 200 1600 172V400H0Z" fill="#FAEBD3" />
      <path d="M0 270C300 248 560 282 860 262C1180 244 1400 274 1600 256V400H0Z" fill="#FCDDBD" />
      <circle cx="770" cy="306" r="190" fill="#FCE6BE" opacity="0.7" />
      <circle cx="770" cy="306" r="128" fill="#FBD895" opacity="0.75" />
      <circle cx="770" cy="306" r="74" fill="#F2C14E" />
      <g fill="#FFFaf0" opacity="0.85">
        <path d="M560 150C610 138 690 136 742 148C700 158 610 160 560 150ZM640 132C670 124 716 124 740 132C716 138 668 139 640 132Z" />
        <path d="M1180 116C1240 102 1330 100 1392 114C1340 126 1240 128 1180 116Z" />
      </g>
      <g fill="none" stroke="#12313A" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M660 214c8-9 16-9 21 0c5-9 13-9 21 0M716 190c6-7 12-7 16 0c4-7 10-7 16 0M612 246c5-6 10-6 13 0c3-6 8-6 13 0" />
      </g>
      <Cliffs />

      <g transform="translate(0 330) scale(1 0.62) translate(0 -330)">
        <path d="M0 330H1600V720H0Z" fill="#A9CCC6" />
        <path
          d="M0 362C120 354 260 370 420 362C620 352 760 372 960 362C1180 352 1380 370 1600 360V720H0Z"
          fill="#7FB4B2"
        />
        <path
          d="M0 408C160 398 320 420 520 410C740 398 900 420 1120 408C1320 398 1460 414 1600 406V720H0Z"
          fill="#519AA0"
        />
        <path
          d="M0 466C180 454 360 480 580 466C800 452 1000 482 1220 468C1400 458 1500 472 1600 464V720H0Z"
          fill="#2E7F88"
        />
        <path
          d="M0 542C140 530 330 556 560 542C780 528 960 560 1200 546C1380 536 1500 550 1600 540V720H0Z"
          fill="#1F6F78"
        />
        <g fill="#FDE9BF">
          {glints.map(([dx, y, half]) => (
            <rect
              key={y}
              x={770 + dx - half}
              y={y}
              width={half * 2}
              height={y > 450 ? 6 : 4.5}
              rx="3"
              opacity={y > 500 ? 0.75 : 0.95}
            />
          ))}
        </g>
        <g fill="none" stroke="#FBF8F3" strokeWidth="3" strokeLinecap="round" opacity="0.38">
          <path d="M92 392c22-7 40 6 64 0M330 440c26-8 48 7 76 0M1330 436c26-8 48 7 76 0M150 512c30-9 54 8 88 0M470 520c28-8 50 8 82 0M1060 512c30-9 54 8 88 0M1420 520c28-8 50 8 82 0M560 384c18-6 32 5 52 0M1010 596c34-10 60 8 98 0M380 590c34-10 60 8 98 0" />
        </g>
      </g>
      <Pier />
      {/* A small boat. */}
      <path d="M562 366C564 378 574 382 590 382H616C630 382 638 376 640 366Z" fill="#12313A" />
      <path
        d="M602 362V296C622 318 632 342 632 362Z"
        fill="#FBF8F3"
        stroke="#12313A"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path
        d="M597 362V308C582 328 572 348 570 362Z"
        fill="#D9694B"
        stroke="#12313A"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />

      {/* Shallows, foam, wet sand, and the page's background. */}
      <g transform="translate(0 330) scale(1 0.62) translate(0 -330)">
        <path
          d="M0 618C170 600 330 640 560 622C800 602 960 644 1190 628C1380 614 1500 634 1600 620V740H0Z"
          fill="#6FAFAD"
        />
        <path
          d="M0 640C170 622 330 662 560 644C800 624 960 666 1190 650C1380 636 1500 656 1600 642V740H0Z"
          fill="#FFFFFF"
        />
        <path
          d="M0 650C170 634 330 670 560 655C800 636 960 678 1190 662C1380 648 1500 668 1600 654V740H0Z"
          fill="#EADCC6"
        />
        <path
          d="M0 686C200 672 380 704 620 690C860 676 1020 708 1260 696C1420 688 1520 700 1600 690V740H0Z"
          fill="#FBF8F3"
        />
      </g>
    </svg>
  );
}
