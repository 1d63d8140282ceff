import { v5 } from 'uuid';

/** Names the space of these ids; it must never change, or a document could be sent twice. */
const FILINGS = '6f1a1c52-0d0e-5b7a-9a0b-6a8c1d1f4e21';

/** The same key gives the same GUID for ever, so that a repeated submission is known to be one. */
export const guidOf = (key: string): string => v5(key, FILINGS);
