// How many archives this process makes at once: each holds a snapshot of the books and a connection for minutes.

/** Of all companies together. */
export const MOST_ARCHIVES = 2;

const underWay = new Set<string>();

/** Ends the place of an archive, once. */
export type EndArchive = () => void;

/** A place for the archive of the company, or why there is none: it is being made already, or too many others are. */
export const beginArchive = (entity_id: string): EndArchive | 'same' | 'others' => {
  if (underWay.has(entity_id)) return 'same';
  if (underWay.size >= MOST_ARCHIVES) return 'others';
  underWay.add(entity_id);
  return () => void underWay.delete(entity_id);
};
