// What webhooks stand on, beside the database.
import { createGuard, type Guard } from '../../../base/net/guard.ts';
import type { Config } from '../../../base/config.ts';
import type { Secrets } from '../../../base/secrets/secrets.ts';

export interface WebhookParts {
  readonly secrets: Secrets;
  /** Which addresses may be called. */
  readonly guard: Guard;
}

export const webhookParts = (
  { webhook_networks }: Pick<Config, 'webhook_networks'>,
  secrets: Secrets,
): WebhookParts => ({ secrets, guard: createGuard(webhook_networks) });
