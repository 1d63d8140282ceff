// README.md takes figures too: `<!-- {windows.idempotency_hours} -->24 hours<!-- . -->` is written anew by the generator.
import type { Figures } from './figures.ts';
import { nearestFigures } from './figures.ts';
import { findMeasures, findShares } from './typed.ts';
import { say } from './units.ts';

const MARKED = /(<!-- \{([\w.]+)\} -->)([\s\S]*?)(<!-- \. -->)/g;
const COINCIDENCE = /<!-- = -->[\s\S]*?<!-- \. -->/g;

/** The text with every marked figure as the spec has it now. */
export const refreshFigures = (text: string, figures: Figures): string =>
  text.replaceAll(MARKED, (whole, open: string, name: string, _old: string, close: string) => {
    const value = figures.get(name);
    return typeof value === 'number' ? `${open}${say(name, value)}${close}` : whole;
  });

/** Marks that name nothing, and figures that are typed outside of marks, each as `file:line …`. */
export const checkFigures = (file: string, text: string, figures: Figures): readonly string[] => {
  const lineOf = (index: number): number => text.slice(0, index).split('\n').length;
  const unknown = [...text.matchAll(MARKED)].flatMap(({ index, 2: name = '' }) =>
    typeof figures.get(name) === 'number'
      ? []
      : [
          `${file}:${lineOf(index)} no figure of the spec is called ${name}; the nearest are ${nearestFigures(name, figures.keys()).join(', ')}`,
        ],
  );
  /** As long as before, so that places stay. */
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');
  const plain = text
    .replaceAll(MARKED, blank)
    .replaceAll(COINCIDENCE, blank)
    .replaceAll(/^```[\s\S]*?^```/gm, blank);
  const typed = plain
    .split('\n')
    .flatMap((line, index) =>
      [...findMeasures(line, figures), ...findShares(line, figures)].map(
        ({ text: each, names }) =>
          `${file}:${index + 1} "${each}" is typed where the spec has ${names.slice(0, 3).join(', ')}: write <!-- {${names[0] ?? ''}} -->${each}<!-- . -->, or <!-- = -->${each}<!-- . --> if it only happens to be the same`,
      ),
    );
  return [...unknown, ...typed];
};
