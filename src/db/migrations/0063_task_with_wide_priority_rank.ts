import { changeType } from './steps.ts';

// A rank is a number; `tinyint` is reserved for flags, which the pool converts to booleans.
export const taskPriorityRank = changeType(
  '0063_task_with_wide_priority_rank',
  'task',
  'priority_rank',
  'smallint',
  'not null',
);
