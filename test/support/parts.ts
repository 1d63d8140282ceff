// Indexes the words of listed texts, as the service does in the background.
import type { Database } from '../../src/db/database.ts';
import { LINE_PARTS } from '../../src/domain/bank/statements/parts.ts';
import { INBOX_PARTS } from '../../src/domain/documents/received/parts.ts';
import { keepParts } from '../../src/domain/ground/search-index/parts/upkeep.ts';
import { NAME_PARTS } from '../../src/domain/parties/counterparties/parts.ts';

/** All that these companies have, however little unless `fewest` says otherwise; by a later clock also what would be looked through beside the index for a while. */
export const indexParts = async (
  database: Database,
  entities: readonly string[],
  now: Date = new Date(),
  fewest = 0,
): Promise<void> => {
  const upkeep = { database, now: () => now, owner: 'test', lease_ms: 60_000, stopped: () => false, fewest };
  for (const entity_id of entities)
    for (const source of [LINE_PARTS, NAME_PARTS, INBOX_PARTS])
      await keepParts(upkeep, source, { entity_id });
};
