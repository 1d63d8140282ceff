import { Option } from 'commander';
import type { OrganisationId } from '../../../generated/ids.ts';
import { getOrganisation } from '../../domain/organisations/organisation.ts';
import { addMember } from '../../domain/organisations/members.ts';
import { listMembers, MEMBER_ROLES, type MemberRole } from '../../domain/organisations/store.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { resolveAct, BY, type Register } from '../command.ts';
import { email, parseId, text } from '../values.ts';

interface AddOptions {
  readonly org: OrganisationId;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly by?: string;
}

export const memberCommands: Register = (program, run) => {
  const member = program.command('member').description('the people of an organisation');
  member
    .command('add')
    .description('add a person')
    .requiredOption('--org <id>', 'the organisation', parseId('OrganisationId', 'organisation'))
    .requiredOption('--email <email>', 'e-mail address', email)
    .requiredOption('--name <name>', 'name', text)
    .addOption(
      new Option('--role <role>', 'what the person may decide').choices(MEMBER_ROLES).default('member'),
    )
    .option(...BY, email)
    .action((options: AddOptions) =>
      run.onDatabase(async ({ books, database, now }) => {
        const { id: organisationId } = await getOrganisation(database.reader, options.org);
        const act = await resolveAct(database.reader, organisationId, 'member add', options, now);
        const id = await books.changeOrganisation(organisationId, act, (ctx) => addMember(ctx, options));
        return oneRecord({ id });
      }),
    );
  member
    .command('list')
    .description('the people of an organisation')
    .requiredOption('--org <id>', 'the organisation', parseId('OrganisationId', 'organisation'))
    .action(({ org }: { org: OrganisationId }) =>
      run.onDatabase(async ({ database: { reader } }) => {
        await getOrganisation(reader, org);
        return manyRecords(await listMembers(reader, org), ['id', 'email', 'name', 'role']);
      }),
    );
};
