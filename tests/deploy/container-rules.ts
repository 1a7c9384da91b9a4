import { lineage, parseStages, type Stage, type Step } from '../../scripts/dockerfile.ts';

interface Rule {
  readonly name: string;
  /** 1-based lines that break the rule; 0 if an instruction is missing. */
  readonly broken: (stages: readonly Stage[]) => readonly number[];
}

/** All instructions of an image, starting with its base stages. */
const stepsOf = (stages: readonly Stage[], stage: Stage) => lineage(stages, stage.name).flatMap(({ steps }) => steps);

const hasCommand = ({ steps }: Stage) => steps.some(({ keyword }) => keyword === 'CMD');

/** Images that run, as opposed to build stages: those with a command. */
const images = (stages: readonly Stage[]) => stages.filter(hasCommand).map((stage) => stepsOf(stages, stage));

const all = (stages: readonly Stage[], keyword: string) =>
  stages.flatMap(({ steps }) => steps).filter((step) => step.keyword === keyword);
const lines = (steps: readonly { readonly line: number }[]) => steps.map(({ line }) => line);
const last = (steps: readonly Step[], keyword: string) => steps.findLast((step) => step.keyword === keyword);

/** The stages that the images start with. */
const bases = (stages: readonly Stage[]) =>
  stages.filter(hasCommand).flatMap(({ name }) => lineage(stages, name).slice(0, 1));

/** 0 for each image without the instruction. */
const missing = (stages: readonly Stage[], keyword: string) =>
  images(stages)
    .filter((steps) => !last(steps, keyword))
    .map(() => 0);

const base = (stages: readonly Stage[], { base }: Stage) => stages.some(({ name }) => name === base);

/** Rule names of Hadolint where they exist; github.com/hadolint/hadolint, "Rules". */
const rules: readonly Rule[] = [
  {
    name: 'DL3000 WORKDIR is an absolute path',
    broken: (stages) => lines(all(stages, 'WORKDIR').filter(({ text }) => !text.startsWith('/'))),
  },
  {
    name: 'DL3002 the last USER is a number other than root',
    broken: (stages) =>
      images(stages)
        .map((steps) => last(steps, 'USER'))
        .filter((user) => !/^[1-9]\d*:[1-9]\d*$/.test(user?.text ?? ''))
        .map((user) => user?.line ?? 0),
  },
  {
    name: 'DL3006, DL3007 a base image has a tag other than latest',
    broken: (stages) =>
      lines(stages.filter((stage) => !base(stages, stage) && !/:(?!latest\b)[\w.-]+(@|$)/.test(stage.base))),
  },
  {
    name: 'a base image is pinned by digest',
    broken: (stages) =>
      lines(stages.filter((stage) => !base(stages, stage) && !/@sha256:[0-9a-f]{64}$/.test(stage.base))),
  },
  {
    name: 'DL3011 a port is between 1024 and 65535',
    broken: (stages) =>
      lines(
        all(stages, 'EXPOSE').filter(({ text }) => text.split(/\s+/).some((port) => !(+port > 1023 && +port < 65_536))),
      ),
  },
  { name: 'DL3020 COPY instead of ADD', broken: (stages) => lines(all(stages, 'ADD')) },
  {
    name: 'DL3021 COPY with several sources has a target that ends with a slash',
    broken: (stages) =>
      lines(all(stages, 'COPY').filter(({ text }) => text.split(/\s+/).length > 2 && !/\s\S*\/$|\s\.$/.test(text))),
  },
  {
    name: 'DL3022 COPY --from names an earlier stage',
    broken: (stages) =>
      stages.flatMap(({ steps }, index) =>
        lines(
          steps.filter(
            ({ keyword, flags: { from } }) =>
              keyword === 'COPY' && from !== undefined && !stages.slice(0, index).some(({ name }) => name === from),
          ),
        ),
      ),
  },
  {
    name: 'DL3024 stage names are unique',
    broken: (stages) => lines(stages.filter(({ name }, index) => stages.findIndex((one) => one.name === name) < index)),
  },
  {
    name: 'DL3025 commands are in JSON form, without a shell',
    broken: (stages) =>
      lines(
        ['CMD', 'ENTRYPOINT', 'HEALTHCHECK']
          .flatMap((keyword) => all(stages, keyword))
          .filter(({ command }) => !command),
      ),
  },
  {
    name: 'DL3009, DL3014, DL3015 apt-get installs without questions, recommendations and leftovers',
    broken: (stages) =>
      lines(
        all(stages, 'RUN').filter(
          ({ text }) =>
            text.includes('apt-get') &&
            !/^apt-get update && apt-get install -y --no-install-recommends [\w -]+ && rm -rf \/var\/lib\/apt\/lists\/\*$/.test(
              text,
            ),
        ),
      ),
  },
  {
    name: 'DL3027 only apt-get and npm ci install packages',
    broken: (stages) =>
      lines(all(stages, 'RUN').filter(({ text }) => /\b(apk|curl|wget|sudo)\b|\bapt |npm (i|install)\b/.test(text))),
  },
  { name: 'DL3057 an image has a HEALTHCHECK', broken: (stages) => missing(stages, 'HEALTHCHECK') },
  { name: 'DL4000 no deprecated instruction', broken: (stages) => lines(all(stages, 'MAINTAINER')) },
  {
    name: 'an image that runs has a base without a shell',
    broken: (stages) =>
      // The tags of distroless images with a shell contain `debug`.
      lines(bases(stages).filter(({ base }) => !/^gcr\.io\/distroless\/[\w-]+:(?![\w-]*debug)[\w-]+@/.test(base))),
  },
  {
    name: 'no RUN, SHELL or VOLUME in an image without a shell',
    broken: (stages) =>
      images(stages).flatMap((steps) =>
        lines(steps.filter(({ keyword }) => ['RUN', 'SHELL', 'VOLUME'].includes(keyword))),
      ),
  },
  {
    name: 'an image contains only files from earlier stages',
    broken: (stages) =>
      images(stages).flatMap((steps) =>
        lines(steps.filter(({ keyword, flags }) => keyword === 'COPY' && flags.from === undefined)),
      ),
  },
  { name: 'an image has a STOPSIGNAL', broken: (stages) => missing(stages, 'STOPSIGNAL') },
  {
    name: 'no secret in ARG or ENV',
    broken: (stages) =>
      lines(
        ['ARG', 'ENV']
          .flatMap((keyword) => all(stages, keyword))
          .filter(({ text }) => /KEY|TOKEN|SECRET|PASSWORD|DSN/i.test(text)),
      ),
  },
];

/** The rules that a Dockerfile breaks, each with the lines where. */
export function checkDockerfile(dockerfile: string): Record<string, readonly number[]> {
  const stages = parseStages(dockerfile);
  const found = rules.map(({ name, broken }) => [name, [...new Set(broken(stages))]] as const);
  return Object.fromEntries(found.filter(([, where]) => where.length > 0));
}
