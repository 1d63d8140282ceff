import { summarise } from '../../domain/views/summary/summary.ts';
import { handler } from '../handler.ts';

export const get_payment_summary = handler('get_payment_summary', (ctx) => summarise(ctx));
