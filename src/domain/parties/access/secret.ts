import { hash, randomBytes } from 'node:crypto';

import { SERVICE } from '../../../../generated/service.ts';

/** Makes a key recognisable in a log, a shell history or a secret scanner. */
export const SECRET_PREFIX = SERVICE.keys.prefix;

/** 256 random bits after the prefix. Shown once to the person who creates the key, never stored. */
export const newSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64url');

/**
 * Hex SHA-256. A slow hash would add nothing: with 256 bits of entropy the secret cannot be guessed.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');
