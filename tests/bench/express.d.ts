// The package brings no types; this is what the benchmark uses of it.
declare module 'express' {
  import type { RequestListener } from 'node:http';

  interface Express {
    use(middleware: RequestListener): void;
    listen(port: number, host: string): void;
  }
  // biome-ignore lint/style/noDefaultExport: this is how the package exports it
  export default function express(): Express;
}
