/** The brand's sign: a reformer spring that ends in a wave, in the colour of the surrounding text. */
export function BrandSign({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 48 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M4.5 24C.5 20 2 6 9 6C16.5 6 17 25.5 11.5 25.5C6 25.5 7.5 6 15.5 6C23.5 6 23.5 25.5 18 25.5C12.5 25.5 14 6 22.5 6C31 6 27 25 32.5 25C36.5 25 36.5 18 40 18C42.5 18 43.5 21 46 22" />
    </svg>
  );
}
