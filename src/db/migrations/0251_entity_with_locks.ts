import { addColumn } from './steps.ts';

export const entityLocks = addColumn('0251_entity_with_locks', 'entity', 'locks', 'int not null default 0');
