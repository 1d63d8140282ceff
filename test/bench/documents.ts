// What the documents that are filed cost to make and to check, by format.
import { benchCfdi } from './cfdi.ts';
import { benchUbl } from './ubl.ts';

export const benchDocuments = async (): Promise<void> => {
  await benchCfdi();
  benchUbl();
};
