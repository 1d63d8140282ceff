import { addColumn, code } from './steps.ts';

export const memberTimeZone = addColumn('0304_member_with_time_zone', 'member', 'time_zone', code(64));
