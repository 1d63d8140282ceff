import { pageOfDeadlines } from '../../domain/views/overview/deadlines.ts';
import { handler } from '../handler.ts';
import { requireOrganizationKey } from './organization-key.ts';

export const list_deadlines = handler('list_deadlines', (ctx, params) => {
  requireOrganizationKey(ctx);
  return pageOfDeadlines(ctx, params);
});
