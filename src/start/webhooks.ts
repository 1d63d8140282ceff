// Wires up the sending of webhooks.
import type { Loop } from '../jobs/loop.ts';
import { createPoster } from '../base/net/poster.ts';
import type { WebhookParts } from '../domain/across/webhooks/parts.ts';
import { startWebhooks, type WebhookWorkerParts } from '../jobs/webhooks.ts';

export const sendWebhooks = ({
  guard,
  ...parts
}: WebhookParts & Omit<WebhookWorkerParts, 'poster'>): Pick<Loop, 'stop'> => {
  const poster = createPoster(guard);
  const worker = startWebhooks({ ...parts, poster });
  return {
    stop: async () => {
      await worker.stop();
      poster.close();
    },
  };
};
