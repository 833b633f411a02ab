import { createSpringPath } from './spring-path.ts';

const path = createSpringPath();

/** The long motif: a coiled spring that eases out into a calm sea. Give it a height; it is cut at the right. */
export function SpringLine({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 1090 80"
      preserveAspectRatio="xMinYMid slice"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={path} />
    </svg>
  );
}
