/** A database timeout: no connection became free, or a statement took too long. */
export class DatabaseTimeout extends Error {
  readonly waitedFor: 'connection' | 'statement';

  constructor(waitedFor: 'connection' | 'statement', limit_ms: number) {
    super(
      waitedFor === 'connection'
        ? `no database connection became free within ${limit_ms} ms`
        : `a database statement took longer than ${limit_ms} ms`,
    );
    this.name = 'DatabaseTimeout';
    this.waitedFor = waitedFor;
  }
}

/** None of the servers of DATABASE_URL takes writes, or which of them does is not clear. */
export class NoWriter extends DatabaseTimeout {
  constructor(why: string, limit_ms: number) {
    super('connection', limit_ms);
    this.name = 'NoWriter';
    this.message = why;
  }
}
