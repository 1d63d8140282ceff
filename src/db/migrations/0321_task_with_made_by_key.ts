import { addColumn, ID } from './steps.ts';

export const taskMadeByKey = addColumn('0321_task_with_made_by_key', 'task', 'made_by_key', `${ID} null`);
