/** For empty lists: a rolled mat, and the light of a window on the floor. */
export function EmptyMat() {
  return (
    <svg viewBox="0 0 240 140" aria-hidden="true" className="h-auto w-full">
      <path d="M30 108L84 26H176L122 108Z" fill="#FDF0D3" />
      <path d="M76 38H168M57 67H149" stroke="#FBF8F3" strokeWidth="5" />
      <path d="M130 26L76 108" stroke="#FBF8F3" strokeWidth="5" />
      <g stroke="var(--color-ink)" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path
          d="M70 112C62 112 57 105 57 97C57 89 62 82 70 82H178C186 82 191 89 191 97C191 105 186 112 178 112Z"
          fill="#1F6F78"
        />
        <circle cx="177" cy="97" r="15" fill="#E2EFED" />
        <path d="M177 97m-8 0a8 8 0 1 1 8 8a4.5 4.5 0 1 1 0-9" fill="none" />
        <path d="M92 82V112M142 82V112" stroke="#D9694B" strokeWidth="6" strokeLinecap="butt" />
        <path d="M92 88C108 66 128 66 142 88" fill="none" stroke="#D9694B" strokeWidth="4" />
        <path d="M26 113H214" />
      </g>
    </svg>
  );
}
