import { ledgerStanding } from '../../domain/views/standing/standing.ts';
import { generateLedger } from '../../domain/money/ledger/generate.ts';
import { handler } from '../handler.ts';

export const generate_ledger = handler('generate_ledger', async (ctx, params) => {
  const { counterparty_id, format, type } = params;
  const ledger = await generateLedger(ctx, params);
  return counterparty_id === undefined || format === 'csv'
    ? ledger
    : { ...ledger, standing: await ledgerStanding(ctx, counterparty_id, type) };
});
