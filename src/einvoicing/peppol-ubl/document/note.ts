// The seller's note (BT-22), of which a document may have one: its title and its free text.
import { written } from '../text.ts';

/** UNTDID 4451: general information. */
const GENERAL = 'AAI';

/** Subjects that a caller may name as UBL writes them: `#REG#HRB 12345`. */
const SUBJECTS: readonly string[] = [GENERAL, 'AAB', 'ABL', 'ADU', 'CUS', 'PMD', 'PMT', 'REG', 'SUR', 'TXD'];

/** Three characters between the first two number signs are the subject of the note (BT-21). */
const CODED = /^[^#]*#([^#]{3})#/u;

export const findSubject = (text: string): string | undefined => CODED.exec(text)?.[1];

const isCoded = (text: string): boolean => SUBJECTS.includes(findSubject(text) ?? '');

/**
 * "Parts #123#456" would have the unknown subject 123 (BR-CL-08), so such a note gets the general subject.
 */
export const noteText = (notes: string | null | undefined, title: string | null = null): string => {
  const texts = [written(title), written(notes)].filter((text) => text !== '');
  // A subject that the seller names stays in front.
  const text = texts.toSorted((one, other) => Number(isCoded(other)) - Number(isCoded(one))).join(' – ');
  return findSubject(text) === undefined || isCoded(text) ? text : `#${GENERAL}#${text}`;
};
