import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ClassType } from '#services/contract/values.ts';
import { Springs } from '#web/components/illustrations/springs.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { getLevelName } from '#web/lib/class-level.ts';
import { NextClassesOf } from '../timetable/next-classes-of.tsx';
import { FirstVisit } from './first-visit.tsx';

type LevelProps = { level: ClassType; lead: string; springs: number; children: ReactNode };

/** The levels beside the two of the document. */
const otherLevels: readonly { level: ClassType; lead: string; text: string }[] = [
  {
    level: 'intermediate',
    lead: 'For those who know the fundamentals.',
    text: 'Longer flows with fewer pauses. You set your own springs, and know how each of them feels.',
  },
  {
    level: 'advanced',
    lead: 'For those at home on the machine.',
    text: 'Strength and balance at a pace that leaves little time for explanations.',
  },
  {
    level: 'pre & post natal',
    lead: 'For pregnancy and the months after.',
    text: 'Work that suits what your body does now. Please ask your midwife or doctor before your first class.',
  },
];

function Level({ level, lead, springs, children }: LevelProps) {
  const name = getLevelName(level);
  return (
    <Card as="article" padded={false} className="flex flex-col overflow-hidden">
      <div className="bg-sand-soft px-6 py-7 md:px-8">
        <Springs hooked={springs} className="w-full max-w-md" />
      </div>
      <div className="px-6 pt-6 pb-7 md:px-8 md:pb-9">
        <h2 className="text-2xl">{name}</h2>
        <p className="mt-3 text-lg">{lead}</p>
        <div className="mt-3 mb-5 text-ink-muted">{children}</div>
        <NextClassesOf name={name} matches={(each) => each.name === level} shows="instructor" />
      </div>
    </Card>
  );
}

export function ClassLevelsPage() {
  return (
    <Page
      title="Class Levels"
      subtitle="Two levels for everyone, and three for those who know the machine or are expecting. If you are not sure, start with Beginner."
      width="wide"
    >
      <div className="grid gap-5 md:grid-cols-2 md:gap-8">
        <Level level="reformer for all" springs={4} lead="For any stage of your practice.">
          <p>
            You choose how far to take each movement, and your instructor offers an easier and a harder way.
            It is not advised if you are using a reformer for the first time.
          </p>
        </Level>
        <Level level="beginner" springs={2} lead="For new or returning students.">
          <p>
            We cover the fundamentals: how the machine works, how to set your springs, how to breathe, and the
            movements that everything else is built on.
          </p>
        </Level>
      </div>
      <ul className="mt-5 grid gap-5 md:mt-8 md:grid-cols-3 md:gap-8">
        {otherLevels.map(({ level, lead, text }) => (
          <Card key={level} as="li" className="md:p-6">
            <h2 className="text-xl">{getLevelName(level)}</h2>
            <p className="mt-2">{lead}</p>
            <p className="mt-2 mb-4 text-ink-muted">{text}</p>
            <NextClassesOf
              name={getLevelName(level)}
              matches={(each) => each.name === level}
              shows="instructor"
            />
          </Card>
        ))}
      </ul>
      <FirstVisit />
      <Button asChild size="lg" className="mt-10 max-sm:w-full">
        <Link to="/#class-info">BOOK NOW</Link>
      </Button>
    </Page>
  );
}
