import { studioPhoto } from '../../components/illustrations/studio-photos.ts';
import { StudioScene } from '../../components/illustrations/studio-scene.tsx';

/** The room itself, to the edges of its card, with one line under it. */
export function StudioPhotoCard() {
  const photo = studioPhoto('studio');
  return (
    <figure className="mt-4 overflow-hidden rounded-card border border-sand bg-surface md:mt-6">
      <div className="relative aspect-[16/10] sm:aspect-[2/1] lg:aspect-[21/9]">
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
  );
}
