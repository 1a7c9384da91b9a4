/** Thrown for wrong use of the API, as the original does. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}

type Handler = (event: unknown) => void;

export class Emitter {
  readonly #handlers = new Map<string, readonly Handler[]>();

  on(name: string, handler: Handler): this {
    this.#handlers.set(name, [...(this.#handlers.get(name) ?? []), handler]);
    return this;
  }

  once(name: string, handler: Handler): this {
    const once: Handler = (event) => {
      this.off(name, once);
      handler(event);
    };
    return this.on(name, once);
  }

  off(name: string, handler?: Handler): this {
    this.#handlers.set(name, handler ? (this.#handlers.get(name) ?? []).filter((other) => other !== handler) : []);
    return this;
  }

  protected emit(name: string, event?: unknown): void {
    for (const handler of this.#handlers.get(name) ?? []) handler(event);
  }
}
