import { newId } from '../../db/ids.ts';
import { createOrganisation } from '../../domain/organisations/organisation.ts';
import { listOrganisations } from '../../domain/organisations/store.ts';
import { newAct, SYSTEM } from '../../domain/change/change.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import type { Register } from '../command.ts';
import { text } from '../values.ts';

export const orgCommands: Register = (program, run) => {
  const org = program.command('org').description('organisations');
  org
    .command('create')
    .description('make an organisation')
    .requiredOption('--name <name>', 'its name', text)
    .action((options: { name: string }) =>
      run.onDatabase(async ({ books, now }) => {
        const act = newAct(SYSTEM, 'org create', options, now);
        const id = await books.changeOrganisation(newId('OrganisationId'), act, (ctx) =>
          createOrganisation(ctx, options.name),
        );
        return oneRecord({ id });
      }),
    );
  org
    .command('list')
    .description('the organisations')
    .action(() =>
      run.onDatabase(async ({ database: { reader } }) =>
        manyRecords(await listOrganisations(reader), ['id', 'name', 'created_at']),
      ),
    );
};
