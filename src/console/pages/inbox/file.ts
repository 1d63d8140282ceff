// A received file as the browser gets it. Its kind is that of its first bytes; only what a browser shows without running it
// is shown, all else is stored.
import { getReceived } from '../../../domain/documents/received/find.ts';
import { checkFile, streamFile } from '../../../domain/ground/files/read.ts';
import { companyFile, type FileReply } from '../../page.ts';
import type { CompanyVisit } from '../../visit.ts';

const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const PDF = 'application/pdf';
const BYTES = 'application/octet-stream';

export const lookOf = (mime: string): 'pdf' | 'picture' | 'text' | 'none' =>
  mime === PDF ? 'pdf' : PICTURES.has(mime) ? 'picture' : mime === 'application/xml' ? 'text' : 'none';

interface Sent {
  readonly file_id: string;
  readonly file_name: string;
  readonly mime_type: string;
}

/** A damaged or deleted one is refused in words before anything of it is sent. */
export const foreignFile = async (
  { books, url }: CompanyVisit,
  { file_id, file_name, mime_type }: Sent,
): Promise<FileReply> => {
  await checkFile(books, file_id);
  const look = lookOf(mime_type);
  const isShown = look === 'pdf' || look === 'picture';
  return {
    type: isShown ? mime_type : BYTES,
    name: file_name,
    body: streamFile(books, file_id),
    inline: isShown && !url.searchParams.has('download'),
    foreign: true,
  };
};

export const receivedFile = companyFile('/inbox/:received/file', 'viewer', async (visit) =>
  foreignFile(visit, await getReceived(visit.books, visit.params['received'] ?? '')),
);
