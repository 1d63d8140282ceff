// Checks that no bill is in the books twice: of before the number or the UUID was looked at, or kept by a person.
import type { Database } from '../db/database.ts';
import { type Twins, twinsByNumber, twinsByUuid } from '../domain/documents/shared/store/twins.ts';
import { allEntities } from '../domain/ground/entities/store.ts';
import { type Check, ok, warn } from './check.ts';

const NAME = 'bills twice';

const MAX_COMPANIES = 100;
const SHOWN = 5;

export const checkTwins = async ({ reader }: Database): Promise<Check> => {
  const entities = (await allEntities(reader, null)).slice(0, MAX_COMPANIES);
  const numbers: Twins[] = [];
  const uuids: Twins[] = [];
  for (const entity of entities) {
    const books = { db: reader, entity };
    numbers.push(...(await twinsByNumber(books)));
    uuids.push(...(await twinsByUuid(books)));
  }
  const found = [
    ...tell(numbers, 'share the number, supplier and year of another one'),
    ...tell(uuids, 'share the UUID of another one'),
  ];
  return found.length === 0
    ? ok(NAME, 'none shares its number or UUID with another one')
    : warn(
        NAME,
        `${found.join('; ')}.`,
        'Compare them ("bill show"): "bill reject", or "bill reverse" once validated, takes out what is not owed; two that are both owed may stay.',
      );
};

const tell = (twins: readonly Twins[], what: string): readonly string[] => {
  const ids = twins.flat();
  if (ids.length === 0) return [];
  return [`${ids.length} bills ${what}: ${ids.slice(0, SHOWN).join(', ')}${ids.length > SHOWN ? ', …' : ''}`];
};
