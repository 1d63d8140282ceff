// Every test that writes records compares what the trail takes for written with what the server has.
import assert from 'node:assert/strict';
import { checkWritten } from '../../src/db/trail/entries.ts';

/** Records that were compared, so that a test can see that some were. */
export const compared = { records: 0 };

export const compareWritten = (): void =>
  checkWritten(async (known, read) => {
    if (known.size === 0) return;
    const stored = await read([...known.keys()]);
    for (const [id, unit] of known)
      assert.deepEqual(unit, stored.get(id), `${id} is not stored as it was written`);
    compared.records += known.size;
  });

/** While the statements of the service are counted, only those that it sends itself. */
export const withoutComparing = async <T>(work: () => Promise<T>): Promise<T> => {
  checkWritten(undefined);
  try {
    return await work();
  } finally {
    compareWritten();
  }
};
