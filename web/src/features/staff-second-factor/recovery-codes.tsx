import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { useStudio } from '#web/lib/config.ts';
import { downloadFile } from '#web/lib/download-file.ts';

/** New recovery codes, shown once, to copy, download or print. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { name } = useStudio();
  const [isCopied, setIsCopied] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    );
  const download = () => {
    const lines = [`${name}: recovery codes for two-step sign-in. Each works once.`, '', ...codes, ''];
    downloadFile('recovery-codes.txt', new Blob([lines.join('\r\n')], { type: 'text/plain' }));
  };

  return (
    <div className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-lg">
        Your recovery codes
      </h3>
      <p className="max-w-prose">
        Each of them signs you in once, if you do not have your phone. Store them where only you find them:
        they are shown only now.
      </p>
      <ol className="grid max-w-lg gap-x-8 whitespace-nowrap gap-y-1 rounded-card border border-sand bg-paper px-5 py-4 font-medium tabular-nums sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4.5" />
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="secondary" onClick={download}>
          <Download aria-hidden="true" className="size-4.5" />
          Download
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4.5" />
          Print
        </Button>
      </div>
      <Button className="self-start max-sm:w-full print:hidden" onClick={onDone}>
        I have stored them
      </Button>
    </div>
  );
}
