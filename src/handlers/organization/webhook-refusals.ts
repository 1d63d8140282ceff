// What the domain refuses about webhooks in a sentence, as errors of tools.
import type { EntityId, WebhookEndpointId } from '../../../generated/ids.ts';
import type { Raises } from '../../base/raises.ts';
import { english } from '../../base/said.ts';
import { WebhookRefusal } from '../../domain/across/webhooks/refusal.ts';
import { EVENT_GROUPS, unknownEvent } from '../../domain/across/webhooks/wanted.ts';

type Tell = Partial<Readonly<Record<WebhookRefusal['about'], (reason: string) => Error>>>;

/** Messages end with one of their own. */
const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

export const telling = async <T>(work: Promise<T>, tell: Tell): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof WebhookRefusal ? (tell[error.about]?.(english(error.reason)) ?? error) : error;
  }
};

export const noWebhook = (ctx: Raises<'webhook_not_found'>, received: WebhookEndpointId) => (): Error =>
  ctx.error('webhook_not_found', { path: 'webhook_id', received });

interface Wanted {
  readonly url?: string | undefined;
  readonly entity_id?: EntityId | null | undefined;
}

export const noSuchTarget = (
  ctx: Raises<'webhook_url_not_allowed' | 'entity_not_found'>,
  { url = '', entity_id }: Wanted,
): Tell => ({
  url: (reason) =>
    ctx.error('webhook_url_not_allowed', {
      path: 'url',
      received: url,
      reason: withoutStop(reason),
    }),
  entity: () =>
    ctx.error('entity_not_found', { path: 'entity_id', received: entity_id ?? '', bound_entity: null }),
});

export const notEnabled =
  (ctx: Raises<'webhook_not_enabled'>, path: string, hint?: string) =>
  (reason: string): Error =>
    ctx.error('webhook_not_enabled', {
      path,
      reason: withoutStop(reason),
      ...(hint === undefined ? {} : { hint }),
    });

export const requireKnownEvents = (ctx: Raises<'webhook_event_unknown'>, events: readonly string[]): void => {
  const unknown = unknownEvent(events);
  if (unknown === undefined) return;
  const { word, suggestion } = unknown;
  throw ctx.error('webhook_event_unknown', {
    path: 'events',
    received: word,
    allowed: [...EVENT_GROUPS],
    ...(suggestion === '' ? {} : { hint: suggestion.trim() }),
  });
};
