/** The pages of the sandbox in the product's look: the same tokens, fewer of them. */
export const style = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#f1f4f5, #0b1418);
  --surface: light-dark(#ffffff, #121e23);
  --sunken: light-dark(#e9eef0, #0e181c);
  --hover: light-dark(#f4f7f8, #1a2a31);
  --line: light-dark(#d9e1e4, #26373f);
  --line-mid: light-dark(#b3c1c7, #3d525c);
  --line-strong: light-dark(#74868e, #6a7f88);
  --text: light-dark(#10222a, #e7eff1);
  --soft: light-dark(#41545c, #b4c4ca);
  --muted: light-dark(#56686f, #93a6ae);
  --accent: light-dark(#0b5f66, #4fbfb8);
  --accent-hover: light-dark(#084d53, #6acdc7);
  --accent-text: light-dark(#0a5a61, #74d2cb);
  --accent-soft: light-dark(#dcedec, #12343a);
  --on-accent: light-dark(#ffffff, #03201f);
  --beacon: light-dark(#efa22c, #f4b44e);
  --beacon-soft: light-dark(#fdf0d8, #2e2514);
  --beacon-text: light-dark(#744600, #f6c777);
  --danger-text: light-dark(#9c2018, #ffa69e);
  --danger-soft: light-dark(#fbe9e7, #331a19);
  --success-text: light-dark(#14633a, #79d6a6);
  --focus: light-dark(#0b5f66, #8be3dc);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--bg); color: var(--text);
  font: 480 1rem/1.5 "Manrope Variable", Manrope, system-ui, -apple-system, "Segoe UI", sans-serif;
}
a { color: var(--accent-text); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--surface); padding: .5rem 1rem; z-index: 2; }
.topbar { background: var(--surface); border-bottom: 1px solid var(--line); }
.topbar > div { max-width: 80rem; margin: auto; padding: .75rem 1.25rem; display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; }
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 700; color: var(--text); text-decoration: none; min-height: 2.75rem; }
.brand svg { width: 2rem; height: 2rem; }
.brand small { font-size: 1rem; font-weight: 480; color: var(--muted); }
.topbar nav { display: flex; flex-wrap: wrap; gap: .25rem; margin-left: auto; }
.topbar nav a { padding: .6rem .85rem; border-radius: .5rem; text-decoration: none; color: var(--soft); font-weight: 600; font-size: .9375rem; }
.topbar nav a:hover { background: var(--hover); }
.topbar nav a[aria-current] { background: var(--accent-soft); color: var(--accent-text); }
main { max-width: 80rem; margin: auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.3; margin: 0 0 .25rem; font-weight: 760; }
h2 { font-size: 1.125rem; margin: 0; font-weight: 680; }
h3 { font-size: 1rem; margin: 0; font-weight: 680; }
p { margin: 0; }
.lead { color: var(--soft); max-width: 46rem; margin-bottom: 1.5rem; }
.muted { color: var(--muted); font-size: .875rem; }
.columns { display: grid; gap: 1.5rem; align-items: start; }
.stack { display: grid; gap: 1rem; min-width: 0; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; min-width: 0; }
.narrow { max-width: 30rem; margin: 0 auto; display: grid; gap: 1rem; }
.rows { list-style: none; margin: .5rem 0 0; padding: 0; }
.rows > li { padding: .85rem 0; border-top: 1px solid var(--line); display: grid; gap: .35rem; }
.rows > li:first-child { border-top: 0; padding-top: .25rem; }
.rows > li:last-child { padding-bottom: 0; }
.address { font-weight: 600; overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1rem; border-radius: .5rem;
  border: 1px solid var(--line-mid); background: var(--surface); color: var(--text); font: inherit; font-weight: 600; font-size: .9375rem;
  text-decoration: none; text-align: center; cursor: pointer;
}
button:hover, .button:hover { background: var(--hover); }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--accent-hover); }
details summary { cursor: pointer; color: var(--muted); font-size: .875rem; line-height: 2.75rem; padding-inline: .25rem; }
.actions details[open] { flex-basis: 100%; display: grid; gap: .5rem; }
code, .mono { font-family: var(--mono); font-size: .875rem; overflow-wrap: anywhere; }
.code { font-family: var(--mono); font-size: 1.375rem; letter-spacing: .12em; font-weight: 600; }
.mail { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .875rem; color: var(--soft); margin: .25rem 0 0; }
label { display: grid; gap: .35rem; font-weight: 600; font-size: .875rem; }
input, select, textarea {
  font: inherit; font-weight: 480; font-size: 1rem; color: inherit; background: var(--surface); border: 1px solid var(--line-strong); border-radius: .5rem; min-height: 2.75rem;
  padding: .5rem .75rem; width: 100%; min-width: 0;
}
textarea { min-height: 5rem; font-family: var(--mono); font-size: .875rem; }
input[type="radio"], input[type="checkbox"] { width: 1.25rem; min-height: 1.25rem; margin: 0; accent-color: var(--accent); flex: none; }
.choice { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; font-weight: 480; font-size: 1rem; }
.fields { display: grid; gap: .85rem; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); align-items: end; }
.wide { grid-column: 1 / -1; }
.jump { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0 0 1.25rem; padding: 0; list-style: none; font-size: .9375rem; }
.jump a { display: inline-block; line-height: 2rem; }
.lead + .notice { margin-bottom: 1rem; }
.notice { background: var(--beacon-soft); color: var(--beacon-text); border-radius: .5rem; padding: .6rem .85rem; font-size: .9375rem; }
.bad { background: var(--danger-soft); color: var(--danger-text); }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th { text-align: left; color: var(--muted); font-weight: 600; }
th, td { padding: .45rem .75rem .45rem 0; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; }
.scroll { overflow-x: auto; }
.scroll code { white-space: nowrap; }
:target { scroll-margin-top: 1rem; }
.num { font-variant-numeric: tabular-nums; white-space: nowrap; }
.ok { color: var(--success-text); } .fail { color: var(--danger-text); }
.side { order: -1; max-height: 26rem; overflow-y: auto; }
@media (min-width: 48rem) {
  .rows > .account { grid-template-columns: minmax(0, 1fr) auto; column-gap: 1.5rem; }
  .account .actions { grid-column: 2; grid-row: 1 / span 2; align-self: start; justify-content: end; max-width: 24rem; }
}
@media (min-width: 64rem) {
  .columns { grid-template-columns: minmax(0, 1fr) 25rem; }
  .side { order: 0; position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
}
`;
