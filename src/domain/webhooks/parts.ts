// What webhooks stand on, beside the database.
import { createGuard, type Guard } from '../../base/net/guard.ts';
import type { Config } from '../../base/config.ts';
import { createSecrets, type Secrets } from '../../base/secrets/secrets.ts';

export interface WebhookParts {
  readonly secrets: Secrets;
  /** Which addresses may be called. */
  readonly guard: Guard;
}

export const webhookParts = (
  config: Pick<Config, 'webhook_networks' | 'master_key' | 'data_dir'>,
): WebhookParts => ({ secrets: createSecrets(config), guard: createGuard(config.webhook_networks) });
