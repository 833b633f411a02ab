import { createCoilPath } from './coil-path.ts';

/** The C8 reformer from the side, in 640 × 340 units with the floor at y = 318. */
export function Reformer() {
  return (
    <g stroke="#12313A" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
      <ellipse cx="320" cy="319" rx="278" ry="9" fill="#12313A" opacity="0.12" stroke="none" />
      {/* Legs and rail. */}
      <path d="M72 250H100L96 312H78ZM540 250H568L562 312H544Z" fill="#DDBE91" />
      <path d="M68 312H106M534 312H572" strokeWidth="6" />
      <path
        d="M36 226H604C608 226 610 228 610 232V246C610 250 608 252 604 252H36C32 252 30 250 30 246V232C30 228 32 226 36 226Z"
        fill="#EBD3AB"
      />
      <path d="M44 236H596" strokeWidth="2" opacity="0.35" />
      {/* Riser, pulley, rope and strap. */}
      <path d="M58 226V124C58 118 62 114 68 114" fill="none" strokeWidth="7" />
      <circle cx="74" cy="122" r="12" fill="#FBF8F3" />
      <circle cx="74" cy="122" r="3" fill="#12313A" />
      <path d="M78 111L236 178" fill="none" strokeWidth="2.5" />
      <path d="M70 134C84 152 100 190 132 204" fill="none" strokeWidth="2.5" />
      {/* Springs from the carriage to the spring bar. */}
      <g fill="none" strokeWidth="2.5">
        <path d={createCoilPath({ from: 418, to: 520, y: 212, radius: 5, turns: 9 })} stroke="#D9694B" />
        <path d={createCoilPath({ from: 418, to: 520, y: 222, radius: 5, turns: 9 })} stroke="#1F6F78" />
      </g>
      <path d="M520 200V230" strokeWidth="7" />
      {/* Carriage: frame, wheels, upholstery, head rest, shoulder rests. */}
      <path d="M140 206H420V219H140Z" fill="#12313A" />
      <circle cx="166" cy="223" r="8" fill="#FBF8F3" />
      <circle cx="394" cy="223" r="8" fill="#FBF8F3" />
      <path
        d="M204 184H414C420 184 424 188 424 194V200C424 204 421 207 417 207H204C199 207 196 204 196 200V192C196 187 199 184 204 184Z"
        fill="#1F6F78"
      />
      <path
        d="M134 176C128 177 126 182 127 187L129 198C130 203 134 206 139 206H194V186C194 182 192 179 188 178C170 174 150 174 134 176Z"
        fill="#1F6F78"
      />
      <path d="M206 184V158C206 148 212 142 222 142C232 142 236 150 234 158L229 184Z" fill="#D9694B" />
      <ellipse cx="258" cy="178" rx="23" ry="6.5" fill="none" strokeWidth="4" />
      {/* Footbar and platform. */}
      <path d="M536 228C548 190 560 150 572 118" fill="none" strokeWidth="8" />
      <circle cx="575" cy="108" r="15" fill="#D9694B" />
      <path d="M566 226V212C566 207 569 204 574 204H606C611 204 614 207 614 212V226Z" fill="#1F6F78" />
    </g>
  );
}
