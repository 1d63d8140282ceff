// The live documents that name another: while there are any, the authority does not cancel that one.
import type { ReadScope } from '../ground/change/scope.ts';
import { takesPart } from '../documents/credit-notes/left.ts';
import { noteFolio } from '../documents/credit-notes/describe.ts';
import { findNotesOn } from '../documents/credit-notes/store.ts';
import { complementFolio } from '../documents/complements/describe.ts';
import { findComplementsOn } from '../documents/complements/store.ts';

/** Their folios, or ids where they are about to be filed. */
export const listNaming = async (ctx: ReadScope, id: string): Promise<readonly string[]> => {
  const notes = await findNotesOn(ctx, id);
  const complements = (await findComplementsOn(ctx, id)).filter(({ status }) => status !== 'void');
  return [
    ...notes.filter(takesPart).map((note) => noteFolio(note) ?? note.id),
    ...complements.map((complement) => complementFolio(complement) ?? complement.id),
  ];
};
