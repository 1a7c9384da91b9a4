/** The parts of Stryker's report that are used here. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  /** Lines and columns from 1. */
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A survivor that no test needs to kill. */
export interface Explained {
  readonly file: string;
  /** The changed line, without its indentation: it survives moves. */
  readonly line: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly reason: string;
}

interface Survivor extends Mutant {
  readonly file: string;
}

const found = ['Killed', 'Timeout'];
/** Ignored: no test reaches the mutant, so a pass with `--ignoreStatic` leaves it out. */
const survived = ['Survived', 'NoCoverage', 'Ignored'];

/** Percent of the mutants that a test finds, rounded down to a tenth. Mutants that do not compile do not count. */
export function scoreOf(mutants: readonly Mutant[]): number {
  const killed = mutants.filter(({ status }) => found.includes(status)).length;
  const alive = mutants.filter(({ status }) => survived.includes(status)).length;
  return killed + alive === 0 ? 100 : Math.floor((1_000 * killed) / (killed + alive)) / 10;
}

/** Ranges of the unexplained survivors for Stryker's `--mutate`, with columns from 0. */
export function rangesOf(report: MutationReport, list: readonly Explained[]): readonly string[] {
  const ranges = findUnexplained(report, list).map(
    ({ file, location: { start, end } }) => `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
  );
  return [...new Set(ranges)];
}

/** The report of one pass, with the results of the next one for its survivors. */
export function mergeReports(earlier: MutationReport, later: MutationReport): MutationReport {
  const keyOf = ({ location, mutatorName, replacement }: Mutant) =>
    JSON.stringify([location, mutatorName, replacement]);
  const files = Object.entries(earlier.files).map(([file, { source, mutants }]) => {
    const statuses = new Map(later.files[file]?.mutants.map((mutant) => [keyOf(mutant), mutant.status]));
    const merge = (mutant: Mutant): Mutant => {
      const status = survived.includes(mutant.status) ? statuses.get(keyOf(mutant)) : undefined;
      return status !== undefined && found.includes(status) ? { ...mutant, status } : mutant;
    };
    return [file, { source, mutants: mutants.map(merge) }] as const;
  });
  return { files: Object.fromEntries(files) };
}

/** Survivors that the list does not explain. */
export function findUnexplained({ files }: MutationReport, list: readonly Explained[]): readonly Survivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    const isExplained = ({ location, mutatorName, replacement = '' }: Mutant) =>
      list.some(
        (each) =>
          each.file === file &&
          each.line === lines[location.start.line - 1]?.trim() &&
          each.mutatorName === mutatorName &&
          each.replacement === replacement,
      );
    return mutants
      .filter((mutant) => survived.includes(mutant.status) && !isExplained(mutant))
      .map((mutant) => ({ file, ...mutant }));
  });
}
