import { useRules } from '#web/lib/rules.ts';
import { listSpotRules } from './spot-rules.ts';

/** Which of the people waiting a free spot goes to, by the rules in force. */
export const HowSpotsGo = () => (
  <ul className="mt-2 flex max-w-2xl list-disc flex-col gap-1.5 pl-5 marker:text-coral">
    {listSpotRules(useRules()).map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
