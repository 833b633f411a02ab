import { createContext } from 'react';

/** The names of members by id, where the page may show them beside their ids. */
export type MemberNames = ReadonlyMap<string, string>;

export const MemberNamesContext = createContext<MemberNames>(new Map());
