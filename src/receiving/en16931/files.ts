// Supporting documents inside an invoice (BG-24). What stands elsewhere is named, never fetched.
import { issue } from '../issue.ts';
import type { EmbeddedFile } from '../reading.ts';
import { type Tree, attribute } from '../xml/tree.ts';
import type { Values } from './values.ts';

const MOST_FILES = 50;

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

export interface Attached {
  readonly id: string | null;
  readonly description: string | null;
  readonly binary: Tree | undefined;
  readonly address: string | null;
}

const bytesOf = (text: string): Uint8Array | null => {
  if (!BASE64.test(text)) return null;
  return Buffer.from(text, 'base64');
};

export const readFiles = (attached: readonly Attached[], { tell }: Values): readonly EmbeddedFile[] => {
  if (attached.length > MOST_FILES)
    tell(issue('en_attachments_many', { count: String(attached.length), most: String(MOST_FILES) }));
  return attached.slice(0, MOST_FILES).flatMap(({ id, description, binary, address }) => {
    const name = attribute(binary, 'filename') ?? id ?? '';
    if (binary === undefined) {
      if (address !== null) tell(issue('en_attachment_elsewhere', { name, address }));
      return [];
    }
    binary.seen = true;
    const bytes = bytesOf(binary.text);
    if (bytes === null || bytes.length === 0) {
      tell(issue('en_attachment_broken', { name }));
      return [];
    }
    return [{ name, mimeType: attribute(binary, 'mimeCode'), description, role: 'supporting', bytes }];
  });
};
