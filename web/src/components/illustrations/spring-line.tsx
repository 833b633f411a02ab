import { createSpringPath } from './spring-path.ts';

const path = createSpringPath();

/** A decorative line: a coiled spring that turns into a calm sea. Give it a height; its right end is clipped. */
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
