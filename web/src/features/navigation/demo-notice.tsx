import { Notice } from '#web/components/ui/notice.tsx';
import { useDemoProgress } from '#web/lib/use-demo-progress.ts';

/** Why a page of staff may be empty while the demo studio is being filled. */
export const DemoNotice = () => {
  useDemoProgress();
  return (
    <Notice title="The demo studio is still being made …" className="mb-6">
      <p>Some pages look empty for about a minute. This page refreshes itself when it is done.</p>
    </Notice>
  );
};
