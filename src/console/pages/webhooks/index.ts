import type { Page } from '../../page.ts';
import { editWebhookPage } from './edit.tsx';
import { webhooksPage } from './list.tsx';
import { newWebhookPage } from './new.tsx';
import { webhookPage } from './show.tsx';

export const webhookPages: readonly Page[] = [webhooksPage, newWebhookPage, webhookPage, editWebhookPage];
