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
      subtitle="The two levels we teach most. If you are not sure, start with Beginner. Other classes say in the timetable whom they are for."
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
      <FirstVisit />
      <Button asChild size="lg" className="mt-10 max-sm:w-full">
        <Link to="/#class-info">BOOK NOW</Link>
      </Button>
    </Page>
  );
}
