// Names in watched folders. They are bytes in any encoding, and are kept as bytes; what is shown of one is a guess.
import { INBOX_FOLDER } from '../../../../../generated/vocabulary/inbox-folder.ts';
import { ID_PREFIXES } from '../../../../../generated/ids.ts';
import { wordSet } from '../../../../base/names/vocabulary.ts';

const { temporary } = INBOX_FOLDER;
const BEGINS = [...wordSet(temporary.begins), '.'];
const ENDS = [...wordSet(temporary.ends)];
const IS = wordSet(temporary.is);

const SLASH = Buffer.from('/');

export const under = (folder: Buffer, name: Buffer | string): Buffer =>
  Buffer.concat([folder, SLASH, Buffer.from(name as string)]);

/** As UTF-8 where it is that, else as Western European systems wrote names. */
export const shownName = (name: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(name).normalize('NFC');
  } catch {
    return new TextDecoder('windows-1252').decode(name);
  }
};

/** A file that some program is still writing, or keeps for itself. */
export const isLeftAlone = (name: Buffer): boolean => {
  const shown = shownName(name).toLowerCase();
  return (
    IS.has(shown) ||
    BEGINS.some((start) => shown.startsWith(start)) ||
    ENDS.some((end) => shown.endsWith(end))
  );
};

const COMPANY = new RegExp(`(?:^|[ ._-])(${ID_PREFIXES.EntityId}_[0-9a-z]{26})$`, 'u');

/** The company whose folder has this name: its id, or words with the id at their end. */
export const companyOf = (name: Buffer): string | undefined => COMPANY.exec(shownName(name))?.[1];

/** Of the longest name that a folder takes, what else may stand before it and after it. */
const LONGEST = 200;

/** The end of a name that is too long: there it says what it is. */
export const shortened = (name: Buffer): Buffer =>
  name.length > LONGEST ? name.subarray(name.length - LONGEST) : name;
