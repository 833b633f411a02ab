import { HeroScene } from '#web/components/illustrations/hero-scene.tsx';
import { findStudioPhoto } from '#web/components/illustrations/studio-photo.ts';
import { useStudio } from '#web/lib/config.ts';

const pictureClasses = 'absolute inset-0 size-full';

/** The studio's hero photo, or an illustration of the sea, captioned with the town. */
export function Hero() {
  const { town } = useStudio();
  const photo = findStudioPhoto('hero');
  return (
    <figure
      id="hero"
      className="relative h-[clamp(14rem,32svh,24rem)] overflow-hidden md:h-[clamp(20rem,max(46svh,27vw),44rem)]"
    >
      {photo ? (
        <img
          src={photo}
          alt=""
          fetchPriority="high"
          className={`${pictureClasses} animate-fade-in object-cover`}
        />
      ) : (
        <HeroScene className={pictureClasses} />
      )}
      <figcaption className="absolute inset-x-0 top-0">
        <span className="mx-auto flex max-w-6xl animate-rise px-5 pt-5 font-display text-xl md:px-8 md:pt-8 md:text-2xl">
          {town}
        </span>
      </figcaption>
    </figure>
  );
}
