import { v5 } from 'uuid';

/** Chosen once: another namespace would give every retried append new ids. */
const NAMESPACE = Buffer.from('6f1c1f0e5b0b4f6d9a3e7c2d8e4b5a10', 'hex');

/** The id of the event at place `index` of what a command appends to a stream: the same on every attempt. */
export function createEventId(commandId: string, stream: string, index: number): string {
  return v5(Buffer.from(`${commandId}\n${stream}\n${index}`, 'utf8'), NAMESPACE);
}
