/** Rows of one statement: well below any server's packet. */
const ROWS_PER_STATEMENT = 500;

export const chunksOf = <T>(rows: readonly T[]): (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, index) =>
    rows.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
