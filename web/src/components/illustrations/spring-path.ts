const TURN = 2 * Math.PI;
const COILS = 9;
const TURNS = 22;
const STEPS_PER_TURN = 12;

const interpolate = (share: number, from: number, to: number) => from + (to - from) * share;

/** A smooth curve: quadratic Béziers between the midpoints, with the points as control points. */
function toCurve(points: readonly [x: number, y: number][]): string {
  return points
    .map(([x, y], index) => {
      const [nextX, nextY] = points[index + 1] ?? [x, y];
      const middle = `${((x + nextX) / 2).toFixed(1)} ${((y + nextY) / 2).toFixed(1)}`;
      return index === 0 ? `M${middle}` : `Q${x.toFixed(1)} ${y.toFixed(1)} ${middle}`;
    })
    .join('');
}

/**
 * A spring that turns into waves, as one SVG path 1090 units long. Both are trochoids, the path of a point on a
 * rolling wheel: outside the rim it loops like a coil, inside the rim it waves.
 */
export function createSpringPath(): string {
  const points: [x: number, y: number][] = [];
  let x = 20;
  for (let step = 0; step <= TURNS * STEPS_PER_TURN; step += 1) {
    const turn = step / STEPS_PER_TURN;
    const calm = Math.min(1, Math.max(0, (turn - COILS) / COILS));
    const eased = calm * calm * (3 - 2 * calm);
    const angle = turn * TURN;
    points.push([
      x + interpolate(eased, -17, 4) * Math.sin(angle),
      40 + interpolate(eased, 24, 5) * Math.cos(angle),
    ]);
    x += interpolate(calm, 22, 90) / STEPS_PER_TURN;
  }
  return toCurve(points);
}
