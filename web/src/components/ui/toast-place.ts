interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Something on the page, and how bad it is to cover it. */
interface Obstacle {
  readonly box: Box;
  readonly weight: number;
}

interface Place {
  readonly position: 'top-right' | 'top-center' | 'bottom-right' | 'bottom-left' | 'bottom-center';
  readonly box: Box;
}

const GAP_PX = 24;
const PHONE_GAP_PX = 16;

interface Screen {
  readonly width: number;
  readonly height: number;
  /** The lower edge of the site's header, which stays usable. */
  readonly headerBottom: number;
}

/** Where a toast of that size can be, the preferred place first. */
const listPlaces = (
  { width, height, headerBottom }: Screen,
  toast: { width: number; height: number },
): Place[] => {
  const isWide = width >= 768;
  const gap = isWide ? GAP_PX : PHONE_GAP_PX;
  const above = { top: headerBottom + gap / 2, bottom: headerBottom + gap / 2 + toast.height };
  const below = { top: height - gap - toast.height, bottom: height - gap };
  const right = { left: width - gap - toast.width, right: width - gap };
  const left = { left: gap, right: gap + toast.width };
  if (!isWide)
    return [
      { position: 'bottom-center', box: { ...left, ...below } },
      { position: 'top-center', box: { ...left, ...above } },
    ];
  return [
    { position: 'bottom-right', box: { ...right, ...below } },
    { position: 'bottom-left', box: { ...left, ...below } },
    { position: 'top-right', box: { ...right, ...above } },
  ];
};

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The place that covers least of what the person needs; among equals the first. */
export function chooseToastPlace(
  screen: Screen,
  toast: { width: number; height: number },
  obstacles: readonly Obstacle[],
): Place['position'] {
  let best: Place['position'] = 'bottom-right';
  let least = Number.POSITIVE_INFINITY;
  for (const { position, box } of listPlaces(screen, toast)) {
    const covered = obstacles
      .filter((obstacle) => overlaps(box, obstacle.box))
      .reduce((sum, { weight }) => sum + weight, 0);
    if (covered < least) {
      best = position;
      least = covered;
    }
  }
  return best;
}

/** The buttons of an open dialog first, because the next press is there; a dialog covers the rest of the page. */
const weights = [
  ['[role=dialog] button:not([aria-label=Close])', 100],
  ['[role=dialog] :is(input, select, textarea, h2, [aria-label=Close])', 20],
  ['main h1, main h2, main h3', 10],
  ['main button, main a, main input', 5],
  ['main article', 1],
] as const;

/** What is in view of the page. Under a dialog only the dialog counts. */
export function listObstacles(): Obstacle[] {
  const isDialogOpen = document.querySelector('[role=dialog]') !== null;
  return weights
    .filter(([selector]) => !isDialogOpen || selector.startsWith('[role=dialog]'))
    .flatMap(([selector, weight]) =>
      [...document.querySelectorAll(selector)].map((element) => ({
        weight,
        box: element.getBoundingClientRect(),
      })),
    )
    .filter(({ box }) => box.right > box.left && box.bottom > 0 && box.top < innerHeight);
}
