import { DatabaseTimeout } from './timeout.ts';

/** None of the servers of DATABASE_URL takes writes, or which of them does is not clear. */
export class NoWriter extends DatabaseTimeout {
  constructor(why: string, limit_ms: number) {
    super('connection', limit_ms);
    this.name = 'NoWriter';
    this.message = why;
  }
}
