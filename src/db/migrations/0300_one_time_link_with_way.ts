import { addColumn, code } from './steps.ts';

/** How it reached its person; null in those of earlier releases. */
export const oneTimeLinkWay = addColumn('0300_one_time_link_with_way', 'one_time_link', 'way', code(10));
