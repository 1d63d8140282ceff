import { generateLedger } from '../../domain/money/ledger/generate.ts';
import { handler } from '../handler.ts';

export const generate_ledger = handler('generate_ledger', (ctx, params) => generateLedger(ctx, params));
