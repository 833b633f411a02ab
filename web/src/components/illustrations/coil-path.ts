type Coil = { from: number; to: number; y: number; radius: number; turns: number };

/** A spring from the side as an SVG path between two points of one height, with a straight piece at both ends. */
export function createCoilPath({ from, to, y, radius, turns }: Coil): string {
  const end = radius * 1.6;
  const half = (to - from - 2 * end) / turns / 2;
  const turn = `q${(half / 2).toFixed(2)} ${-radius * 2} ${half.toFixed(2)} 0t${half.toFixed(2)} 0`;
  return `M${from} ${y}h${end}${turn.repeat(turns)}h${end}`;
}
