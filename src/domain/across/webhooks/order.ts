// Webhooks and deliveries are listed newest first; their ids are in the order of their making.
import type { OrderColumn } from '../../ground/lists/store.ts';

type Identified = { readonly id: string };

export const ENDPOINT_ORDER: readonly OrderColumn<Identified>[] = [
  { column: 'webhook_endpoint.id', direction: 'descending', type: 'text', value: ({ id }) => id },
];

export const DELIVERY_ORDER: readonly OrderColumn<Identified>[] = [
  { column: 'webhook_delivery.id', direction: 'descending', type: 'text', value: ({ id }) => id },
];
