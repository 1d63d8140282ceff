import type { Page } from '../../page.ts';
import { receivedFile } from './file.ts';
import { inboxList } from './list.tsx';
import { receivedPage } from './show.tsx';

export const inboxPages: readonly Page[] = [inboxList, receivedPage, receivedFile];
