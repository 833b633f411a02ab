import type { StudioEvent } from '#domain/registry.ts';
import type { CommandContext } from '#infra/event-store/types.ts';
import { createKeyedIds } from '#infra/postgres/tables/keyed-ids.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { addTemplateClass } from '#services/commands/template/add-template-class.ts';
import { createTemplate } from '#services/commands/template/create-template.ts';
import { weeklySlots } from './timetable.ts';

/** Adds the demo's week as a template, for weeks beyond its timetable. Repeating it adds nothing. */
export async function seedTemplate(
  { pool, deciders }: Pick<Runtime<StudioEvent>, 'pool' | 'deciders'>,
  { now, capacity }: { now: Date; capacity: number },
): Promise<void> {
  const templateIds = createKeyedIds(pool, { kind: 'demo-template', sequence: 'template_id_seq' });
  const classIds = createKeyedIds(pool, { kind: 'demo-template-class', sequence: 'template_class_id_seq' });
  const createContext = (name: string): CommandContext => ({
    now,
    commandId: `demo/template/${name}`,
    actor: { kind: 'system', name: 'demo' },
  });
  const { templateId } = await createTemplate(
    { deciders, nextTemplateId: () => templateIds.of('standard-week') },
    { name: 'Standard week', description: 'The timetable in term time.', isActive: true },
    createContext('create'),
  );
  for (const [index, { day, time, level, instructorId }] of weeklySlots.entries()) {
    await addTemplateClass(
      { deciders, nextTemplateClassId: () => classIds.of(String(index)) },
      { templateId, dayOfWeek: (day + 1) % 7, time, level, instructorId, capacity },
      createContext(String(index)),
    );
  }
}
