import type { TemplateClassDetails } from '#domain/template/events.ts';
import type { Projection, StudioRecord, Writer } from '#projections/definition/projection.ts';
import { templateApplications, templateClasses, weeklyTemplates } from './tables.ts';

function details(data: TemplateClassDetails) {
  return {
    day_of_week: data.dayOfWeek,
    name: data.level,
    time: data.time,
    instructor_id: data.instructorId,
    max_capacity: data.capacity,
  };
}

function project(event: StudioRecord, write: Writer): void {
  switch (event.type) {
    case 'TemplateCreated': {
      const { templateId, name, description, isActive, at } = event.data;
      write.put(weeklyTemplates, {
        id: templateId,
        name,
        description,
        is_active: isActive,
        created_at: at,
        updated_at: at,
      });
      break;
    }
    case 'TemplateChanged': {
      const { templateId, name, description, isActive, at } = event.data;
      const values = { name, description, is_active: isActive, updated_at: at };
      write.patch(weeklyTemplates, { id: templateId }, values);
      break;
    }
    case 'TemplateRemoved':
      write.remove(weeklyTemplates, { id: event.data.templateId });
      break;
    case 'TemplateClassAdded': {
      const { templateId, templateClassId, at } = event.data;
      const row = { id: templateClassId, template_id: templateId, created_at: at };
      write.put(templateClasses, { ...row, ...details(event.data) });
      break;
    }
    case 'TemplateClassChanged':
      write.patch(templateClasses, { id: event.data.templateClassId }, details(event.data));
      break;
    case 'TemplateClassRemoved':
      write.remove(templateClasses, { id: event.data.templateClassId });
      break;
    case 'TemplateApplied': {
      const { templateId, weekStart, at } = event.data;
      write.put(templateApplications, { template_id: templateId, week_start: weekStart, applied_at: at });
      break;
    }
    case 'TemplateApplicationUndone': {
      const { templateId, weekStart, remaining } = event.data;
      if (remaining > 0) break;
      write.remove(templateApplications, { template_id: templateId, week_start: weekStart });
      break;
    }
    default:
      return;
  }
}

export const templates: Projection = {
  name: 'templates',
  version: 3,
  tables: [weeklyTemplates, templateClasses, templateApplications],
  project,
};
