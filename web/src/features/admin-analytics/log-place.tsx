type LogPlaceProps = { stream: string; revision: string; position: string };

/** Where in the log a figure comes from. */
export const LogPlace = ({ stream, revision, position }: LogPlaceProps) => (
  <span className="break-all text-sm">
    {stream}@{revision}
    <span className="text-ink-muted"> · position {position}</span>
  </span>
);
