// Loads the certificate library when a certificate is made for the first time: it takes a sixth of a second, which the
// start of the service has better uses for.
import type * as Library from '@peculiar/x509';
import { provideMetadata } from './reflect-metadata.ts';

export type X509 = typeof Library;

let loading: Promise<X509> | undefined;

export const loadX509 = (): Promise<X509> => {
  provideMetadata();
  return (loading ??= import('@peculiar/x509'));
};
