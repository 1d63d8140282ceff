/** Rows of one INSERT: large enough to be quick, small enough for any server's packet. */
const ROWS_PER_STATEMENT = 500;

export const insertInChunks = async <T>(
  rows: readonly T[],
  insert: (chunk: readonly T[]) => Promise<unknown>,
): Promise<void> => {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await insert(rows.slice(start, start + ROWS_PER_STATEMENT));
  }
};
