// `npm run hints [-- stale]`: what each index hint is worth, over all that the reading tools and pages send on a book of ten
// thousand; `stale` with the statistics of a small book. DATABASE_URL tries another server.
import { createConnection } from 'mysql2/promise';

import { compareText } from '../../../codegen/generator/problem.ts';
import { PAGES } from '../../../src/console/routes.ts';
import { driverOptions } from '../../../src/db/pool.ts';
import { statementsOf } from '../../bench/statements.ts';
import { callsOf, laterPages, READING } from '../../tools/rows-read/calls.ts';
import { openWorld } from '../../tools/rows-read/world.ts';
import { addHinted, type Hinted, worthOf } from './hints.ts';

/** Of the calls with two filters. */
const EVERY = 10;

const world = await openWorld(process.argv[2] === 'stale');
const found: Hinted = new Map();
const note = async (work: () => Promise<unknown>): Promise<void> => {
  addHinted(found, await statementsOf(work));
};
try {
  for (const tool of READING) {
    const { single, pairs } = callsOf(world.schemas.get(tool) ?? {}, world.findId);
    for (const args of [...single, ...pairs.filter((_, at) => at % EVERY === 0)]) {
      let answer: unknown;
      await note(async () => {
        answer = (await world.call(tool, args)).structuredContent;
      });
      for (const later of laterPages(args, answer)) await note(() => world.call(tool, later));
    }
  }
  for (const { path, show } of PAGES)
    if (show !== undefined)
      await note(() => world.page(path.replaceAll(/:(company|entity)/g, world.books.large)));
  const connection = await createConnection(driverOptions(world.address));
  try {
    const worth = [...(await worthOf(connection, found))].toSorted(([a], [b]) => compareText(a, b));
    for (const [name, { statements, planned, saves, costs, best, worst }] of worth) {
      const rows = ([kept, free]: readonly [number, number]): string => `${kept} rows, ${free} without it`;
      console.log(`${name}: ${statements} statements, in ${planned} another plan without it`);
      if (saves > 0) console.log(`    saves rows in ${saves}; at best ${rows(best)}`);
      if (costs > 0) console.log(`    COSTS rows in ${costs}; at worst ${rows(worst)}`);
    }
    const idle = worth.filter(([, { planned }]) => planned === 0).map(([name]) => name);
    console.log(`changes nothing here: ${idle.join(', ')}`);
  } finally {
    await connection.end();
  }
} finally {
  await world.close();
}
