// Wires up the sending of webhooks.
import { createPoster } from '../base/net/post.ts';
import type { WebhookParts } from '../domain/across/webhooks/parts.ts';
import { startWebhooks, type WebhookWorker, type WebhookWorkerParts } from '../worker/webhooks.ts';

export const sendWebhooks = ({
  guard,
  ...parts
}: WebhookParts & Omit<WebhookWorkerParts, 'poster'>): WebhookWorker => {
  const poster = createPoster(guard);
  const worker = startWebhooks({ ...parts, poster });
  return {
    stop: async () => {
      await worker.stop();
      poster.close();
    },
  };
};
