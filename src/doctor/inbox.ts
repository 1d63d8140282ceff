// Checks the folders that are watched for files: that they can be worked in, whose they are, and what lies there.
import type { Config } from '../base/config.ts';
import type { Database } from '../db/database.ts';
import { countFiles, type Left, openRoot, whyNotWritten } from '../domain/across/inbox/folder/root.ts';
import { type Check, fail, formatError, ok, warn } from './check.ts';

const NAME = 'folder for files';
const FIX = 'Name a folder in INBOX_DIR that the service may read and write.';

const LEFT: Readonly<Record<Left['why'], readonly [says: string, fix: string]>> = {
  no_company: ['bears the id of no active company', 'Name the folder by the id of a company: "entity list".'],
  not_a_folder: ['lies beside the folders of companies', 'Move it into the folder of its company.'],
  linked: ['is a link, which is not followed', 'Make a folder of it.'],
  unreadable: ['cannot be looked at', 'Let the service read and write it.'],
};

export const checkInboxFolder = async (
  { reader }: Database,
  { inbox_dir: folder }: Pick<Config, 'inbox_dir'>,
): Promise<Check[]> => {
  if (folder === null) return [];
  let root: Awaited<ReturnType<typeof openRoot>>;
  try {
    root = await openRoot(reader, folder);
  } catch (error) {
    return [fail(NAME, `${folder} cannot be read: ${formatError(error)}`, FIX)];
  }
  const checks = root.left.map(({ why, name }) => {
    const [says, fix] = LEFT[why];
    return warn(NAME, `${name} ${says}: nothing is received from it.`, fix);
  });
  for (const company of [root, ...root.companies]) {
    const code = await whyNotWritten(company);
    if (code !== undefined)
      checks.push(fail(NAME, `${company.path.toString()} cannot be written (${code}).`, FIX));
  }
  let waiting = 0;
  for (const company of root.companies) {
    const { waiting: some, failed } = await countFiles(company);
    waiting += some;
    if (failed > 0)
      checks.push(
        warn(
          NAME,
          `${failed} files of ${company.entity.name} were not received.`,
          `Read the texts in ${company.path.toString()}/failed.`,
        ),
      );
  }
  const detail = `${folder}: ${root.companies.length} companies, ${waiting} files wait`;
  return checks.length > 0 ? checks : [ok(NAME, detail)];
};
