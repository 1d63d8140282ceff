import { addColumn, INSTANT } from './steps.ts';

export const memberRemoved = addColumn('0160_member_with_removed_at', 'member', 'removed_at', INSTANT);
