import type { Facts } from '#domain/changed-since.ts';
import type { TemplateState } from '#domain/template/decider.ts';

/** A weekly template by the names of its fields in the API. */
export function getTemplateFacts({ template, classes }: TemplateState): Facts {
  if (template === null) return {};
  const { name, description, isActive } = template;
  return { name, description, isActive, classCount: classes.size };
}

/** A class of a weekly template by the names of its fields in the API. */
export function getTemplateClassFacts({ classes }: TemplateState, templateClassId: number): Facts {
  const found = classes.get(templateClassId);
  if (found === undefined) return {};
  const { level, dayOfWeek, time, instructorId, capacity } = found;
  return { name: level, dayOfWeek, time, instructorId, maxCapacity: capacity };
}
