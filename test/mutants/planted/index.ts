import { ACCESS } from './access.ts';
import { APP_FAULTS } from './apps.ts';
import { ARCHIVED } from './archive.ts';
import { BANK } from './bank.ts';
import { BOOKS } from './books.ts';
import { CAUSES_OF_SHORTAGE } from './causes.ts';
import { CLIENTS } from './clients.ts';
import { DOCUMENTS } from './documents.ts';
import { DRY_RUNS } from './dry-run.ts';
import { FILING } from './filing.ts';
import { INBOX } from './inbox.ts';
import { KEPT } from './kept.ts';
import { MATCHING_RULES } from './matching.ts';
import { NETWORK } from './network.ts';
import { HELD_STATEMENTS } from './held.ts';
import { OAUTH_CLIENTS } from './oauth-clients.ts';
import { OAUTH } from './oauth.ts';
import { INDEX_OF_PARTS } from './parts.ts';
import { PEOPLE } from './people.ts';
import { REQUESTS } from './requests.ts';
import { SLICES } from './slices.ts';
import { STANDINGS } from './standing.ts';
import { SUMS } from './sums.ts';
import { THREADS } from './threads.ts';
import { TAUGHT } from './taught.ts';
import { TRAIL } from './trail.ts';
import { TRUST } from './trust.ts';
import { WEBHOOKS } from './webhooks.ts';
import { WORDS } from './words.ts';

export type { Planted } from './planted.ts';

export const PLANTED = [
  ...FILING,
  ...BOOKS,
  ...BANK,
  ...CAUSES_OF_SHORTAGE,
  ...ACCESS,
  ...APP_FAULTS,
  ...ARCHIVED,
  ...CLIENTS,
  ...DOCUMENTS,
  ...DRY_RUNS,
  ...TRUST,
  ...MATCHING_RULES,
  ...NETWORK,
  ...OAUTH,
  ...OAUTH_CLIENTS,
  ...PEOPLE,
  ...REQUESTS,
  ...STANDINGS,
  ...SUMS,
  ...INDEX_OF_PARTS,
  ...INBOX,
  ...KEPT,
  ...HELD_STATEMENTS,
  ...WEBHOOKS,
  ...THREADS,
  ...TAUGHT,
  ...TRAIL,
  ...SLICES,
  ...WORDS,
] as const;
