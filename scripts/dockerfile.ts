import { readFile } from 'node:fs/promises';
import { DockerfileParser, type Instruction, ModifiableInstruction } from 'dockerfile-ast';
import { fromRoot } from './root.ts';

/** One instruction of a Dockerfile. */
export interface Step {
  readonly keyword: string;
  /** From 1, as editors count. */
  readonly line: number;
  /** `--from=build` as `from: 'build'`. */
  readonly flags: Readonly<Record<string, string>>;
  /** What follows keyword and flags, its lines joined. */
  readonly text: string;
  /** The command in its exec form; null where a shell would be needed, or the instruction is none. */
  readonly command: readonly string[] | null;
}

export interface Stage {
  readonly name: string;
  /** An image, or the name of an earlier stage. */
  readonly base: string;
  readonly line: number;
  readonly steps: readonly Step[];
}

export const readDockerfile = (): Promise<string> => readFile(fromRoot('Dockerfile'), 'utf8');

/** The stages of a Dockerfile in their order; instructions before the first are left out. */
export function parseStages(dockerfile: string): Stage[] {
  const stages: { name: string; base: string; line: number; steps: Step[] }[] = [];
  for (const instruction of DockerfileParser.parse(dockerfile).getInstructions()) {
    const step = readStep(instruction);
    if (step.keyword !== 'FROM') stages.at(-1)?.steps.push(step);
    else {
      const [base = '', , name = String(stages.length)] = step.text.split(/\s+/);
      stages.push({ name, base, line: step.line, steps: [] });
    }
  }
  return stages;
}

/** What a stage is made of, from the image that is not a stage to itself. */
export function lineage(stages: readonly Stage[], name: string): Stage[] {
  const stage = stages.find((one) => one.name === name);
  return stage ? [...lineage(stages, stage.base), stage] : [];
}

function readStep(instruction: Instruction): Step {
  const text = instruction.getArgumentsContent() ?? '';
  const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
  return {
    keyword: instruction.getKeyword(),
    line: instruction.getRange().start.line + 1,
    flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ''])),
    text,
    command: execForm(text.replace(/^CMD\s+/, '')),
  };
}

function execForm(text: string): string[] | null {
  if (!text.startsWith('[')) return null;
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) && parsed.every((word) => typeof word === 'string') ? parsed : null;
}
