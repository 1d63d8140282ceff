// What stands where an id belongs: an id of another type, a part of one, or a name, which its tool finds.
import { ID_NOUNS, ID_PREFIXES, ID_SUFFIX, type IdName } from '../../../generated/ids.ts';
import { ToolError } from '../errors.ts';
import { findersOf, nounsOf, prefixesOf } from './allowed.ts';

const WHOLE_ID = new RegExp(`^([a-z]{4})_${ID_SUFFIX}$`);

const ofPrefix = (prefix: string): IdName | undefined =>
  (Object.keys(ID_PREFIXES) as IdName[]).find((name) => ID_PREFIXES[name] === prefix);

/** A value that is no id of these kinds; it may be what a person calls the record. */
export class IdFault extends ToolError {
  readonly ids: readonly IdName[];
  readonly text: string;

  constructor(details: object, ids: readonly IdName[], text: string) {
    super('invalid_parameter', details);
    this.ids = ids;
    this.text = text;
  }
}

/** True for what a record may be called, and what begins like no id. */
export const isName = (text: string): boolean =>
  text.trim() !== '' && !/^[a-z]{4}_/i.test(text) && text.length <= 300;

export const idHint = (ids: readonly IdName[], text: string): string => {
  const find = `call ${findersOf(ids)} to find it`;
  const prefix = WHOLE_ID.exec(text)?.[1];
  const kind = prefix === undefined ? undefined : ofPrefix(prefix);
  if (kind !== undefined)
    return `That is the id of ${nounsOf([kind])}; an id of ${nounsOf(ids)} begins with ${prefixesOf(ids)}: ${find}.`;
  if (prefix === undefined && /^[a-z]{4}_/i.test(text))
    return `An id has the prefix and 26 letters and digits; this one is cut off or changed. Copy it whole, or ${find}.`;
  return `Ids of ${ids.map((id) => ID_NOUNS[id]).join(' or ')} records begin with ${prefixesOf(ids)}: ${find}.`;
};
