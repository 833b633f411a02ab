/** The part of a stream's name before the first dash: the rest may be a member's id, which must not reach spans or metrics. */
export function getStreamCategory(stream: string): string {
  const dash = stream.indexOf('-');
  return dash === -1 ? stream : stream.slice(0, dash);
}
