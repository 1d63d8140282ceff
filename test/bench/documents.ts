// What the documents that are filed cost to make and to check, and received ones to read, by format.
import { benchCfdi } from './cfdi.ts';
import { benchReceived } from './received.ts';
import { benchUbl } from './ubl.ts';

export const benchDocuments = async (): Promise<void> => {
  await benchCfdi();
  benchUbl();
  await benchReceived();
};
