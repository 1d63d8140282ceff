import { addColumn, code } from './steps.ts';

/** The company's; null in the entries of earlier releases. The queue is read without a look at any other table. */
export const outboxCountry = addColumn('0254_outbox_with_country', 'outbox', 'country_code', code(2));
