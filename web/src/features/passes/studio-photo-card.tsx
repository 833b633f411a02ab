import { findStudioPhoto } from '../../components/illustrations/studio-photo.ts';
import { StudioScene } from '../../components/illustrations/studio-scene.tsx';
import { cx } from '../../components/ui/cx.ts';

/** The room itself, to the edges of its card, with one line under it; fills the place in the grid that `className` gives it. */
export function StudioPhotoCard({ className }: { className: string }) {
  const photo = findStudioPhoto('studio');
  return (
    <li className={cx('flex', className)}>
      <figure className="flex grow flex-col overflow-hidden rounded-card border border-sand bg-surface">
        <div className="relative min-h-52 grow">
          {photo ? (
            <img
              src={photo}
              alt="Inside the studio"
              loading="lazy"
              className="absolute inset-0 size-full object-cover"
            />
          ) : (
            <StudioScene className="absolute inset-0 size-full" />
          )}
        </div>
        <figcaption className="px-5 py-4 text-ink-muted md:px-6">
          Seven C8-Pro reformers, morning light, and room between them.
        </figcaption>
      </figure>
    </li>
  );
}
