/** Rows of one statement: well below any server's packet. */
const ROWS_PER_STATEMENT = 500;

export const chunks = <T>(rows: readonly T[], size: number = ROWS_PER_STATEMENT): (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );
