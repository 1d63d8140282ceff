// `npm run statements [-- --check]`: writes every statement that the scenario sends, with its plan on filled tables, to
// one file a noun, what of them a sharding engine has no plan for, and counts of how many companies they and their
// transactions are of; with --check it compares, and names the files that differ.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';

import { compareText } from '../../../codegen/generator/problem.ts';
import { readHouse } from '../../../codegen/tools/house/house.ts';
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { packageRoot } from '../../../src/base/package-root.ts';
import { driverOptions } from '../../../src/db/pool.ts';
import { makeLists } from '../../bench/lists-data.ts';
import { statementsOf } from '../../bench/statements.ts';
import { addEntity } from '../../support/books.ts';
import { startTestService } from '../../support/service.ts';
import { type Seen, tenantTables, watchStatements } from '../../support/tenancy/watch.ts';
import { fill } from './fill.ts';
import { addStatement, listingOf, newStatements, type Statements } from './listing.ts';
import { shardsOf } from './shards.ts';
import { playScenario } from './scenario.ts';

const SIZES = { rows: 20_000, entities: 10 };
const FOLDER = join(packageRoot(), 'test/db/statements');

/** Statistics over all rows, not over a sample, so that plans are the same each time. */
const analyse = async (connection: Connection): Promise<void> => {
  const [tables] = await connection.query<RowDataPacket[]>(
    `select table_name as name from information_schema.tables where table_schema = database()`,
  );
  for (const { name } of tables) await connection.query(`analyze table ${String(name)} persistent for all`);
};

const makeListing = async (): Promise<ReadonlyMap<string, string>> => {
  const service = await startTestService({ filing: true });
  const connection = await createConnection(driverOptions(parseDatabaseUrl(service.databaseUrl)));
  try {
    const organisation = service.organisation_id;
    const small = await addEntity(service.database, organisation, { country_code: 'MX' });
    await makeLists(connection, SIZES, { large: service.entities.mx, small, organisation });
    await fill(connection);
    await analyse(connection);
    const statements = newStatements();
    for (const { sql } of await statementsOf(() => playScenario(service, SIZES.rows / 2)))
      addStatement(statements, sql);
    await analyse(connection);
    const house = readHouse(packageRoot());
    const listing = await listingOf(connection, statements, house);
    return new Map([...listing, ['shards.txt', shardsListing(statements, new Set(house.owners.keys()))]]);
  } finally {
    await connection.end();
    await service.close();
  }
};

/** What of them a sharding engine has no plan for; a finding without a reason fails. */
const shardsListing = (statements: Statements, tables: ReadonlySet<string>): string => {
  const { text, open } = shardsOf([...statements.keys()].toSorted(compareText), tenantTables(), tables);
  for (const each of open) console.error(`NO REASON IS GIVEN: ${each}`);
  if (open.length > 0) process.exitCode = 1;
  return text;
};

const kept = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(FOLDER)
      .filter((name) => name.endsWith('.txt'))
      .map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
  );

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const named = (counts: ReadonlyMap<string, number>): string =>
  counts.size === 0 ? '' : ` (${[...counts].map(([name, count]) => `${name} ${count}`).join(', ')})`;

const tell = ({ one, open, across, transactions, several, faults }: Seen): void => {
  console.log(`statements on tables of companies: ${one + total(open) + total(across)}`);
  console.log(`  of one company: ${one}`);
  console.log(`  without a company: ${total(open)}${named(open)}`);
  console.log(`  over several: ${total(across)}${named(across)}`);
  console.log(`transactions: ${transactions}, over several companies: ${total(several)}${named(several)}`);
  for (const fault of faults) console.log(`NOT ALLOWED: ${fault}`);
};

const seen = watchStatements();
const listing = await makeListing();
tell(seen);
if (seen.faults.size > 0) process.exitCode = 1;
const before = kept();
const changed = [...new Set([...before.keys(), ...listing.keys()])].filter(
  (name) => before.get(name) !== listing.get(name),
);
if (process.argv.includes('--check')) {
  if (changed.length > 0) {
    console.error(
      `Statements or plans differ: ${changed.join(', ')}. Run npm run statements and read the diff.`,
    );
    process.exitCode = 1;
  }
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of changed) rmSync(join(FOLDER, name), { force: true });
  for (const [name, text] of listing) writeFileSync(join(FOLDER, name), text);
  console.log(`${listing.size} files in test/db/statements, ${changed.length} of them changed`);
}
