import { findStudioPhoto } from '#web/components/illustrations/studio-photo.ts';
import studioScene from '#web/components/illustrations/studio-scene.svg';
import { cx } from '#web/components/ui/cx.ts';

/** A photo of the studio with a caption; `className` places it in the grid. */
export function StudioPhotoCard({ className }: { className: string }) {
  const photo = findStudioPhoto('studio');
  return (
    <li className={cx('flex', className)}>
      <figure className="flex grow flex-col overflow-hidden rounded-card border border-sand bg-surface">
        <div className="relative min-h-52 grow">
          <img
            data-scene=""
            src={photo ?? studioScene}
            alt={
              photo
                ? 'Inside the studio'
                : 'A drawing of a C8 reformer in the studio, with a window to the sea'
            }
            loading="lazy"
            className={cx('absolute inset-0 size-full object-cover', !photo && 'object-bottom')}
          />
        </div>
        <figcaption className="px-5 py-4 text-ink-muted md:px-6">
          Seven C8-Pro reformers, morning light, and room between them.
        </figcaption>
      </figure>
    </li>
  );
}
