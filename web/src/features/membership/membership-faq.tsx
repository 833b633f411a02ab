import { CollapsiblePanel } from '#web/components/ui/collapsible.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { formatPounds } from '#web/lib/money.ts';
import { HowToCancel } from './how-to-cancel.tsx';
import { membershipOffer } from './membership-offer.ts';

const { pounds, classes } = membershipOffer;

export const MembershipFaq = () => (
  <section aria-labelledby="membership-faq">
    <h2 id="membership-faq" className="text-2xl md:text-3xl">
      Good to know
    </h2>
    <div className="mt-4 border-sand border-t">
      <CollapsiblePanel title="How do credits work?" defaultOpen>
        <p>
          A credit is a pass. You get {classes} passes each month; one books one class, of any level. They
          reset to {classes} on your renewal date, and unused ones do not carry over.
        </p>
      </CollapsiblePanel>
      <CollapsiblePanel title="When am I charged?">
        <p>
          {formatPounds(pounds)} when you start, then on the same date each month. We email you three days
          before each charge.
        </p>
      </CollapsiblePanel>
      <CollapsiblePanel title="How do I cancel?">
        <p>
          <HowToCancel /> It stays active to the end of the month you have paid for; there are no partial
          refunds.
        </p>
      </CollapsiblePanel>
      <CollapsiblePanel title="Can I pause my membership?">
        <p>
          Please contact the studio
          <StudioEmail before=" at " fallback="" />, and we will find a way.
        </p>
      </CollapsiblePanel>
    </div>
  </section>
);
