import { ID_PREFIXES, ID_SUFFIX } from '../../../generated/ids.ts';

const PUBLIC_ID = new RegExp(`^(${Object.values(ID_PREFIXES).join('|')})_${ID_SUFFIX}$`);

/** Whether a text is an id of some record, as answers show it. */
export const isPublicId = (text: string): boolean => PUBLIC_ID.test(text);
