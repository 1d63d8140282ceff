import { createHash, randomBytes } from 'node:crypto';

import { SERVICE } from '../../../generated/service.ts';

/** Makes a key recognisable in a log, a shell history or a secret scanner. */
export const SECRET_PREFIX = SERVICE.keys.prefix;

/** 256 random bits behind the prefix. Shown once to the person who makes the key, never stored. */
export const newSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64url');

/**
 * Hex SHA-256. A plain hash is enough: the secret has 256 bits of its own entropy, so there is nothing to guess
 * and nothing for a slow hash to protect.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
