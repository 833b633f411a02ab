import { useStudio } from '#web/lib/config.ts';

type StudioEmailProps = {
  /** Text in front of the address, left out together with it. */
  before?: string;
  /** Rendered while the address is unknown. */
  fallback?: string;
};

/** The studio's email address as a link. */
export function StudioEmail({ before = '', fallback = 'the studio' }: StudioEmailProps) {
  const { email } = useStudio();
  if (!email) return fallback;
  return (
    <>
      {before}
      <a href={`mailto:${email}`} className="text-link">
        {email}
      </a>
    </>
  );
}
