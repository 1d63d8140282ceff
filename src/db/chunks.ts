/** Rows per INSERT: large enough to be fast, small enough for any server's packet limit. */
const ROWS_PER_STATEMENT = 500;

/** Inserts the rows in chunks, one after the other. */
export const inChunks = async <T>(
  rows: readonly T[],
  write: (chunk: readonly T[]) => Promise<unknown>,
): Promise<void> => {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await write(rows.slice(start, start + ROWS_PER_STATEMENT));
  }
};
