import type { Page } from '../../page.ts';
import { editWebhookPage, newWebhookPage } from './form.tsx';
import { webhooksPage } from './list.tsx';
import { webhookPage } from './show.tsx';

export const webhookPages: readonly Page[] = [webhooksPage, newWebhookPage, webhookPage, editWebhookPage];
