interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Takes a text/event-stream in pieces, as they arrive, and answers the events that each piece completes. Handles CRLF,
 * a field cut in two, comments and several data lines.
 */
export const createSseParser = (): ((piece: string) => ServerEvent[]) => {
  let rest = '';
  let name = '';
  let data: string[] = [];

  const readLine = (line: string): ServerEvent | undefined => {
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

  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    return lines.map((line) => readLine(line.replace(/\r$/, ''))).filter((event) => event !== undefined);
  };
};
