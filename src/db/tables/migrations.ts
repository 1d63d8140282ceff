// How far the schema is, and who is changing it.
import type { Generated } from 'kysely';
import type { Instant } from './columns.ts';

export interface SchemaMigrationTable {
  name: string;
  applied_at: Instant;
}

export interface SchemaLockTable {
  id: number;
  holder: string | null;
  held_until: Instant | null;
  fence: Generated<number>;
}
