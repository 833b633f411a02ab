interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Parses a text/event-stream chunk by chunk and returns the events that each chunk completes. Handles CRLF, a field cut
 * in two, comments and several data lines.
 */
export const createSseParser = (): ((chunk: string) => ServerSentEvent[]) => {
  let incompleteLine = '';
  let name = '';
  let data: string[] = [];

  const parseLine = (line: string): ServerSentEvent | undefined => {
    if (line === '') {
      const event = data.length > 0 ? { name: name || 'message', data: data.join('\n') } : undefined;
      name = '';
      data = [];
      return event;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
    return undefined;
  };

  return (chunk) => {
    const lines = (incompleteLine + chunk).split('\n');
    incompleteLine = lines.pop() ?? '';
    return lines.map((line) => parseLine(line.replace(/\r$/, ''))).filter((event) => event !== undefined);
  };
};
