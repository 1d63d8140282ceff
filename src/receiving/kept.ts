// A file that is kept as it came, with why nothing was read from it.
import type { EmbeddedFile, Reading, ReadingIssue, ReadingKind, ReceivedFormat } from './reading.ts';

export const keptAs = (
  kind: ReadingKind,
  format: ReceivedFormat,
  issues: readonly ReadingIssue[],
  {
    profile = null,
    files = [],
  }: { readonly profile?: string | null; readonly files?: readonly EmbeddedFile[] } = {},
): Reading => ({
  kind,
  format,
  profile,
  document: null,
  proof: null,
  response: null,
  seals: null,
  files,
  issues,
});
