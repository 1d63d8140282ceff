// The SAT's list of article 69-B: imported as the file that the SAT publishes, and asked about an RFC.
import { readInputFile } from '../../base/input-file.ts';
import { Refusal } from '../../base/refusal.ts';
import { importEfosList, lookUpEfos, type EfosRefused } from '../../domain/parties/efos-list/list.ts';
import { oneRecord } from '../answer.ts';
import { arg, command, onDatabase, type Rows, special } from '../define.ts';

/** The list of 2026 has some 5 MB. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

const WHY: Readonly<Record<EfosRefused, string>> = {
  no_heading: 'has no heading with RFC, Nombre and Situación',
  no_cut_date: 'does not say to which day it goes ("... al 31 de julio de 2026")',
  no_rows: 'has no row with an RFC',
  unknown_situation:
    'has a situation that is none of Presunto, Desvirtuado, Definitivo and Sentencia Favorable',
  earlier: 'goes to an earlier day than the list that is here',
};

const LIST = { bytes: MAX_FILE_BYTES, tooLarge: 'is too large for the list' };

export const efosCommands: Rows = {
  import: special({
    args: [arg((path) => path)],
    options: {},
    act: async (run, path, _, file) => {
      const bytes = await readInputFile(file, LIST);
      return onDatabase(run, path, async ({ database, now }) => {
        const made = await importEfosList(database, bytes, now);
        if (typeof made !== 'string') return oneRecord(made);
        throw new Refusal('unreadable_file', `${file} ${WHY[made]}; the list stays as it was.`);
      });
    },
  }),
  show: command({
    args: [arg((rfc) => rfc)],
    options: {},
    answer: async ({ database: { reader } }, _, rfc) => {
      const found = await lookUpEfos(reader, rfc);
      if (found !== undefined) return oneRecord(found);
      throw new Refusal(
        'not_found',
        'No list of article 69-B was imported; "efos import" takes the file of the SAT.',
      );
    },
  }),
};
