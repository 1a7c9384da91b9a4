// The package brings no types; this is what the benchmark uses of it.
declare module 'autocannon' {
  interface Result {
    readonly requests: { readonly total: number };
    readonly duration: number;
    readonly errors: number;
    readonly non2xx: number;
  }
  // biome-ignore lint/style/noDefaultExport: this is how the package exports it
  export default function autocannon(options: {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly body?: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly connections: number;
    readonly duration: number;
  }): Promise<Result>;
}
