/** Rows of one statement: well below any server's packet. */
const ROWS_PER_STATEMENT = 500;

export const chunks = <T>(rows: readonly T[], size: number = ROWS_PER_STATEMENT): (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );

/** Inserts the rows in chunks, one after the other. */
export const inChunks = async <T>(
  rows: readonly T[],
  write: (chunk: readonly T[]) => Promise<unknown>,
): Promise<void> => {
  for (const chunk of chunks(rows)) await write(chunk);
};
