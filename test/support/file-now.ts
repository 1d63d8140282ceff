// Files a draft at once, as the worker does with a provider that takes everything: for tests of what filing changes.
import { randomUUID } from 'node:crypto';
import { toolError } from '../../src/base/errors.ts';
import type { DateScope, Filable } from '../../src/domain/documents/shared/filable.ts';
import { lockFilable } from '../../src/domain/filing/filable.ts';
import { reserveNumber } from '../../src/domain/filing/numbers.ts';

const locked = async (ctx: DateScope, id: string): Promise<Filable> => {
  const document = await lockFilable(ctx, id);
  if (document === undefined) throw new Error(`${id} is not there`);
  return document;
};

/** Throws where the worker would refuse. */
export const fileNow = async (ctx: DateScope, id: string): Promise<Filable> => {
  const draft = await locked(ctx, id);
  const obstacle = await draft.obstacle(ctx);
  if (obstacle !== null) throw toolError('internal_error', { hint: `${obstacle.code}: ${obstacle.message}` });
  const error = draft.issues().find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(`${id}: ${error.rule} ${error.message}`);
  const dated = await draft.dated(ctx);
  const number = draft.number ?? (await reserveNumber(ctx, draft.numbering));
  const reserved = await dated.reserve(ctx, { series: draft.numbering, number });
  const filing = { uuid: randomUUID(), filed_at: ctx.now.toISOString(), sandbox: true };
  return reserved.file(ctx, { ...filing, approval: null });
};

/** Cancelled with the authority. */
export const cancelNow = async (ctx: DateScope, id: string): Promise<void> => {
  const document = await locked(ctx, id);
  await document.cancel(ctx, {});
};
