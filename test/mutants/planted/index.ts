import { ACCESS } from './access.ts';
import { BANK } from './bank.ts';
import { BOOKS } from './books.ts';
import { DOCUMENTS } from './documents.ts';
import { FILING } from './filing.ts';
import { NETWORK } from './network.ts';
import { PEOPLE } from './people.ts';
import { SUMS } from './sums.ts';
import { TRAIL } from './trail.ts';
import { TRUST } from './trust.ts';

export type { Planted } from './planted.ts';

export const PLANTED = [
  ...FILING,
  ...BOOKS,
  ...BANK,
  ...ACCESS,
  ...DOCUMENTS,
  ...TRAIL,
  ...TRUST,
  ...NETWORK,
  ...PEOPLE,
  ...SUMS,
] as const;
