// Received documents as callers ask for them.
import type { Raises } from '../../../base/raises.ts';
import { addDays, asDay, momentIn } from '../../../base/time/day.ts';
import { toInstant } from '../../../db/instant.ts';
import { type Page, readPage } from '../../ground/lists/page.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { ListedReceived } from './record.ts';
import { findReceived } from './store/documents.ts';
import { RECEIVED_ORDER, type ReceivedFilters, receivedPage } from './store/listed.ts';

export const getReceived = async (
  ctx: ReadScope & Raises<'received_document_not_found'>,
  id: string,
): Promise<ListedReceived> => {
  const row = await findReceived(ctx, id);
  if (row !== undefined) return row;
  throw ctx.error('received_document_not_found', {
    path: 'received_document_id',
    received: id.slice(0, 100),
  });
};

export interface ReceivedQuestion extends Pick<ReceivedFilters, 'status' | 'kind' | 'query'> {
  /** Days in the entity's time zone. */
  readonly received_from?: string | undefined;
  readonly received_to?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The latest first. */
export const listReceived = async (
  ctx: ReadScope & Raises<'invalid_cursor'>,
  { limit, cursor, received_from, received_to, ...filters }: ReceivedQuestion,
): Promise<Page<ListedReceived>> => {
  const zone = ctx.entity.time_zone;
  const start = (day: string): string => toInstant(momentIn(zone, new Date(`${day}T00:00:00Z`)));
  return readPage(ctx, {
    tool: 'list_received_documents',
    tenant: ctx.entity.id,
    filters: { ...filters, received_from, received_to },
    limit,
    cursor,
    order: RECEIVED_ORDER,
    ...receivedPage(ctx, {
      ...filters,
      ...(received_from === undefined ? {} : { since: start(received_from) }),
      ...(received_to === undefined ? {} : { before: start(addDays(asDay(received_to), 1)) }),
    }),
  });
};
