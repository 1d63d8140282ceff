import { addColumn } from './steps.ts';

export const personLocks = addColumn('0252_person_with_locks', 'person', 'locks', 'int not null default 0');
