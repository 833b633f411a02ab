import { CalendarX2, CarFront, Layers, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatHours } from '#services/contract/rule-wording.ts';
import { GripSocks } from '#web/components/illustrations/grip-socks.tsx';
import { BulletList } from '#web/components/ui/bullet-list.tsx';
import { CollapsiblePanel } from '#web/components/ui/collapsible.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { StudioEmail } from '#web/components/ui/studio-email.tsx';
import { useStudio } from '#web/lib/config.ts';
import { useRuleValues } from '#web/lib/rule-values.ts';

function Level({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold text-ink">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

const listCancellationPolicy = (hours: number, isRefilled: boolean): string[] =>
  hours === 0
    ? [
        'Cancel before the class starts and your pass goes back to your credit.',
        'If you do not come, no pass comes back.',
        'Transfers are subject to availability.',
      ]
    : [
        `Give us ${formatHours(hours)} notice and your pass goes back to your credit.`,
        `If you cancel later than that, no pass comes back${isRefilled ? ' unless someone takes your place' : ''}.`,
        `Transfers with ${hours} or more hours notice are subject to availability.`,
      ];

/** Answers to common questions before a first class. */
export function InfoPanels() {
  const { address } = useStudio();
  const rules = useRuleValues();
  return (
    <Section tinted>
      <div className="grid gap-8 lg:grid-cols-[1fr_1.6fr] lg:gap-16">
        <header className="flex items-end justify-between gap-6 lg:flex-col lg:items-start lg:justify-start">
          <div>
            <h2 className="text-3xl md:text-4xl">Before you come</h2>
            <p className="mt-3 max-w-sm text-ink-muted text-lg">
              Bring water and grip socks. We have the rest ready.
            </p>
          </div>
          <GripSocks className="w-28 shrink-0 sm:w-36 lg:mt-6 lg:w-60" />
        </header>
        <div className="border-sand border-t">
          <CollapsiblePanel title="Class Levels" icon={Layers} defaultOpen>
            <dl className="flex flex-col gap-4">
              <Level name="Reformer For All">
                For any stage of your practice. Not advised if it is your first time on a reformer.
              </Level>
              <Level name="Beginner">
                For new or returning students. We cover the fundamentals, step by step.
              </Level>
            </dl>
          </CollapsiblePanel>
          <CollapsiblePanel title="Classes" icon={Users}>
            <BulletList>
              <li>Please arrive 5 minutes early.</li>
              <li>Grip socks are mandatory. We sell them at the studio.</li>
              <li>You work on C8-Pro reformers, with qualified instructors.</li>
              <li>Small classes of at most 7 people.</li>
              <li>Each class lasts 50 minutes.</li>
            </BulletList>
          </CollapsiblePanel>
          <CollapsiblePanel title="Cancellation Policy" icon={CalendarX2}>
            <BulletList>
              {(rules
                ? listCancellationPolicy(
                    Number(rules.free_cancellation_hours),
                    rules.late_cancel_refill === 'on',
                  )
                : []
              ).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              <li>
                Cancel online in My Classes, or email <StudioEmail fallback="us" /> for transfers.
              </li>
            </BulletList>
          </CollapsiblePanel>
          <CollapsiblePanel title="Parking" icon={CarFront}>
            <p>There is a free car park, and free street parking around us.</p>
            {address && <p className="mt-2">You find us at {address}.</p>}
          </CollapsiblePanel>
        </div>
      </div>
    </Section>
  );
}
