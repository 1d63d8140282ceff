// The search index of a large database, made from its rows.
import type { Connection, RowDataPacket } from 'mysql2/promise';

import type { EntityId } from '../../generated/ids.ts';
import { trigramsOf } from '../../src/base/closest.ts';
import { run } from './lists-load.ts';

/** What search knows of every counterparty, and of the invoices of the companies that are compared. */
export const makeSearchIndex = async (
  connection: Connection,
  compared: readonly EntityId[],
): Promise<void> => {
  const ours = compared.map((id) => `'${id}'`).join();
  const index = (table: string, columns: string, select: string): Promise<void> =>
    run(connection, `insert ignore into ${table} (${columns}) ${select}`);
  const began = performance.now();
  await index(
    'search_record',
    'entity_id, record_id, type, label, label_norm',
    `select entity_id, id, 'counterparties', name, name_norm from counterparty`,
  );
  for (const word of [1, 2, 3]) {
    const token = `substring_index(substring_index(name_norm, ' ', ${word}), ' ', -1)`;
    await index(
      'search_token',
      'entity_id, token, type, record_id',
      `select entity_id, ${token} as token, 'counterparties', id from counterparty order by entity_id, token, id`,
    );
  }
  await index(
    'search_identifier',
    'entity_id, identifier, type, record_id',
    `select entity_id, tax_id, 'counterparties', id from counterparty order by entity_id, tax_id`,
  );
  await index(
    'search_record',
    'entity_id, record_id, type, label, label_norm',
    `select i.entity_id, i.id, 'invoices', concat(title, ' – ', name), concat(lower(title), ' ', name_norm)
      from invoice i join counterparty c on c.entity_id = i.entity_id and c.id = i.counterparty_id
      where i.entity_id in (${ours})`,
  );
  // The second word is `de` or `del`.
  for (const word of [1, 3, 4, 5, 6]) {
    const token = `substring_index(substring_index(label_norm, ' ', ${word}), ' ', -1)`;
    await index(
      'search_token',
      'entity_id, token, type, record_id',
      `select entity_id, ${token} as token, type, record_id from search_record
        where type = 'invoices' and entity_id in (${ours}) order by entity_id, token, record_id`,
    );
  }
  await index(
    'search_identifier',
    'entity_id, identifier, type, record_id',
    `select entity_id, concat('A', number), 'invoices', id from invoice
      where entity_id in (${ours}) and number is not null order by entity_id, concat('A', number)`,
  );
  await index('search_vocabulary', 'entity_id, token', 'select distinct entity_id, token from search_token');
  for (const company of compared) await addTrigrams(connection, company);
  for (const table of [
    'search_record',
    'search_token',
    'search_identifier',
    'search_vocabulary',
    'search_trigram',
  ])
    await run(connection, `analyze table ${table}`);
  console.log(`  search index in ${((performance.now() - began) / 1000).toFixed(0)} s`);
};

/** Only of the compared companies: misspellings are looked for there. */
const addTrigrams = async (connection: Connection, company: EntityId): Promise<void> => {
  const [rows] = await connection.query<RowDataPacket[]>(
    'select token from search_vocabulary where entity_id = ?',
    [company],
  );
  const trigrams = rows.flatMap(({ token }) =>
    trigramsOf(String(token)).map((trigram) => [company, trigram, String(token)]),
  );
  for (let start = 0; start < trigrams.length; start += 5_000) {
    await connection.query('insert ignore into search_trigram (entity_id, trigram, token) values ?', [
      trigrams.slice(start, start + 5_000),
    ]);
  }
};
