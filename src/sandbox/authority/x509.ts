// Loads the certificate library only when the first certificate is created: loading takes a sixth of a second.
import type * as Library from '@peculiar/x509';
import { provideMetadata } from './reflect-metadata.ts';

export type X509 = typeof Library;

let loading: Promise<X509> | undefined;

export const loadX509 = (): Promise<X509> => {
  provideMetadata();
  return (loading ??= import('@peculiar/x509'));
};
