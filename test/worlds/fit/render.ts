// The fitted weights as a source file: data only.
import type { Fitted } from '../../../src/matching/model/weights.ts';

const WIDTH = 110;

/** Entries packed into lines of a readable width. */
export const packTable = (entries: readonly string[]): string => {
  const lines: string[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + entry.length + 2 <= WIDTH)
      lines[lines.length - 1] = `${last}; ${entry}`;
    else lines.push(entry);
  }
  return lines.join('\n');
};

export const renderFitted = (fitted: Fitted): string => {
  const policy = Object.entries(fitted.policy).map(
    ([basis, anchors]) =>
      `    ${basis}: [\n${anchors.map((anchor) => `      [${anchor.join(', ')}],\n`).join('')}    ],`,
  );
  return `// Written by \`npm run matching:fit\`. Do not edit.
import type { Fitted } from './weights.ts';

export const FITTED: Fitted = {
  version: '${fitted.version}',
  trained: '${fitted.trained}',
  seeds: '${fitted.seeds}',
  policy: {
${policy.join('\n')}
  },
  weights: \`
${fitted.weights}\`,
};
`;
};
