/** A page for a frame of a double. `PRODUCT` in its script is the one origin that it talks to. */
export const framePage = (title: string, style: string, body: string, script: string, productOrigin: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>*{box-sizing:border-box}${style}</style></head>
<body>${body}<script>const PRODUCT = ${JSON.stringify(productOrigin)};${script}</script></body></html>
`;
