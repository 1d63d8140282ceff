// The commands as a tree.
import type { Command } from 'commander';

/** Such as `invoice void`; without what stands before it. */
export const pathOf = (command: Command): string => {
  const names: string[] = [];
  for (let one: Command | null = command; one?.parent; one = one.parent) names.unshift(one.name());
  return names.join(' ');
};

/** Commands that do something themselves; others only have further ones. */
export const runnable = (command: Command): readonly Command[] => [
  ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [command] : []),
  ...command.commands.flatMap(runnable),
];
