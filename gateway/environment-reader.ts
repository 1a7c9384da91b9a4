export type Environment = Readonly<Record<string, string | undefined>>;

/** The gateway cannot run with this environment. The message names variables, never their values. decisions.md §2 */
export class ConfigError extends Error {}

/** Reads environment variables and collects every fault, so that an operator learns of all of them at once. */
export class EnvironmentReader {
  readonly #env: Environment;
  readonly #missing: readonly string[];
  readonly #faults: string[] = [];
  readonly #names = new Set<string>();

  constructor(env: Environment, required: readonly string[]) {
    this.#env = env;
    this.#missing = required.filter((name) => !this.text(name));
  }

  /** The value without spaces around it; empty where it is not set. */
  readonly text = (name: string): string => {
    this.#names.add(name);
    return this.#env[name]?.trim() ?? '';
  };

  /** The parsed value; the fallback where it is not set, or does not parse. */
  readonly optional = <T, D>(name: string, parse: (name: string, value: string) => T, fallback: D): T | D => {
    const value = this.text(name);
    return value ? this.#collect(() => parse(name, value), fallback) : fallback;
  };

  /** Collects the `ConfigError` that the function throws. */
  readonly check = (act: () => void): void => this.#collect(act, undefined);

  #collect<T, D>(act: () => T, fallback: D): T | D {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.#faults.push(error.message);
      return fallback;
    }
  }

  /** @throws {ConfigError} with a line for each fault; missing variables come first */
  throwFaults(): void {
    const lines = [...this.#missing.map((name) => `Environment variable ${name} is not set`), ...this.#faults];
    if (lines.length > 0) throw new ConfigError(lines.join('\n'));
  }

  /** Warnings about variables that are one typing mistake away from a name that has been read. */
  findMisspelled(): readonly string[] {
    return Object.keys(this.#env).flatMap((name) => {
      if (this.#names.has(name)) return [];
      const meant = [...this.#names].find((known) => isOneMistakeAway(name, known));
      return meant ? [`Environment variable ${name} is unknown: did you mean ${meant}?`] : [];
    });
  }
}

/** One character missing, added or wrong, or two neighbors swapped. */
function isOneMistakeAway(name: string, known: string): boolean {
  if (Math.abs(name.length - known.length) > 1) return false;
  let start = 0;
  while (start < name.length && name[start] === known[start]) start += 1;
  const [rest, knownRest] = [name.slice(start), known.slice(start)];
  return (
    rest.slice(1) === knownRest.slice(1) ||
    rest.slice(1) === knownRest ||
    rest === knownRest.slice(1) ||
    (rest[0] === knownRest[1] && rest[1] === knownRest[0] && rest.slice(2) === knownRest.slice(2))
  );
}
