// Seals and opens secrets with the master key.
import { loadMasterKey, type MasterKey, type MasterKeySettings } from './master-key.ts';
import { openSecret, sealSecret } from './seal.ts';

export interface Secrets {
  seal(name: string, secret: Buffer): string;
  /** Throws a `SealError` that says what to do. */
  open(name: string, sealed: string): Buffer;
}

/** The key is loaded or created when first needed: a process that seals nothing creates none. */
export const createSecrets = (settings: MasterKeySettings): Secrets => {
  let loaded: MasterKey | undefined;
  const key = (): MasterKey => (loaded ??= loadMasterKey(settings));
  return {
    seal: (name, secret) => sealSecret(key(), name, secret),
    open: (name, sealed) => openSecret(key(), name, sealed),
  };
};
