import { findStudioPhoto } from '#web/components/illustrations/studio-photo.ts';
import { StudioScene } from '#web/components/illustrations/studio-scene.tsx';
import { cx } from '#web/components/ui/cx.ts';

/** A photo of the studio with a caption; `className` places it in the grid. */
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
