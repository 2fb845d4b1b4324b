/** The one style sheet of all pages. */
export const STYLES = `
:root { --ink: #16202e; --soft: #4a5667; --line: #d5dae2; --edge: #7d8797; --back: #f4f6f9;
  --card: #ffffff; --accent: #1a4fb4; --accent-dark: #123a87; --bad: #b3261e; --badback: #fdf1f0;
  --good: #17663a; --warn: #6b4700; --warnback: #fff4d6; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; background: var(--back); color: var(--ink);
  overflow-wrap: anywhere; font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
.test { margin: 0; padding: .5rem 1rem; background: var(--warnback); color: var(--warn);
  text-align: center; font-size: .875rem; border-bottom: 1px solid #ecd9a3; }
.test strong { margin-right: .375rem; }
main { width: min(100% - 2rem, 62rem); margin: 0 auto; padding: 1.5rem 0 3rem; }
main.narrow { width: min(100% - 2rem, 30rem); }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; }
.sections { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; }
.sections .columns { gap: 1.5rem; }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: .875rem;
  padding: 1.25rem; box-shadow: 0 1px 2px rgb(22 32 46 / 5%), 0 8px 24px rgb(22 32 46 / 5%); }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 0 0 1rem; font-size: 1.125rem; line-height: 1.35; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .18em; }
a:hover { color: var(--accent-dark); }
.back { display: inline-flex; align-items: center; min-height: 1.75rem; margin: 0 0 1rem; }
.big { margin: .375rem 0 0; font-size: 2rem; font-weight: 650; line-height: 1.2; letter-spacing: -.02em; }
.price { margin: .25rem 0 1.25rem; color: var(--soft); }
.rows { margin: 1.25rem 0; }
.bare .rows { margin-bottom: 0; }
.row { display: flex; justify-content: space-between; gap: 1rem; margin: 0;
  padding: .75rem 0; border-top: 1px solid var(--line); }
.row > strong { text-align: right; font-variant-numeric: tabular-nums; }
.row > span { overflow-wrap: break-word; }
.row > .amount { flex: none; }
.row.stacked { display: block; }
.row.stacked > * { display: block; text-align: left; }
.entry { padding: 1rem 0; border-top: 1px solid var(--line); }
.entry p { margin: 0 0 .25rem; }
.row.total { border-top: 2px solid var(--ink); font-weight: 650; }
.lines { white-space: pre-line; }
.label { margin: 1.25rem 0 .25rem; font-size: .875rem; color: var(--soft); font-weight: 600; }
fieldset { margin: 1.5rem 0 0; padding: 0; border: 0; }
legend { padding: 0; margin: 0 0 .75rem; font-size: 1.0625rem; font-weight: 650; }
.business { margin: 0 0 1rem; font-size: 1rem; color: inherit; }
.business .field:first-of-type { margin-top: .75rem; }
.note, .hint { color: var(--soft); font-size: .875rem; }
.field { margin: 0 0 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; }
label { display: block; font-weight: 600; margin-bottom: .25rem; }
.hint { display: block; margin: -.125rem 0 .25rem; }
input[type=text], input[type=email], input[type=number], select { width: 100%; min-height: 2.875rem; padding: .5rem .75rem; font: inherit;
  color: inherit; background: #fff; border: 1px solid var(--edge); border-radius: .5rem; }
input[aria-invalid=true] { border: 2px solid var(--bad); }
.error { display: block; margin-top: .25rem; color: var(--bad); font-size: .875rem; font-weight: 600; }
.summary { margin: 0 0 1.25rem; padding: .875rem 1rem; border: 2px solid var(--bad);
  border-radius: .5rem; background: var(--badback); }
.summary h2 { margin: 0 0 .25rem; font-size: 1rem; }
.summary ul { margin: 0; padding-left: 1.125rem; }
.summary a { color: var(--bad); }
.notice { margin: 0 0 1.25rem; padding: .75rem 1rem; border: 1px solid var(--good); border-radius: .5rem; color: var(--good); background: #effaf3; }
.check { display: flex; gap: .625rem; align-items: flex-start; font-weight: 400; }
.check input { width: 1.5rem; height: 1.5rem; margin: 0; flex: none; accent-color: var(--accent); }
button, .button { display: block; width: 100%; min-height: 3rem; padding: .625rem 1rem; font: inherit;
  font-weight: 650; text-align: center; text-decoration: none; color: #fff; background: var(--accent); border: 1px solid var(--accent);
  border-radius: .5rem; cursor: pointer; }
button:hover, .button:hover { background: var(--accent-dark); color: #fff; }
button.plain, .button.plain { color: var(--ink); background: #fff; border-color: var(--edge); }
button.plain:hover, .button.plain:hover { background: var(--back); color: var(--ink); }
button.danger { background: var(--bad); border-color: var(--bad); }
button.danger:hover { background: #8c1d17; }
.stack { display: grid; gap: .75rem; }
:focus-visible { outline: 3px solid #ffbf47; outline-offset: 2px; box-shadow: 0 0 0 2px var(--ink); }
details { margin-top: 1.25rem; font-size: .875rem; color: var(--soft); }
summary { cursor: pointer; min-height: 1.75rem; }
details ul { margin: .25rem 0 0; padding-left: 1.125rem; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9375em; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; white-space: nowrap; }
.inline { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
.inline > * { flex: 1 1 8rem; }
@media (min-width: 48rem) {
  main { padding-top: 2.5rem; }
  .panel { padding: 1.75rem; }
  .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2rem; align-items: start; }
  .bare { background: none; border: 0; box-shadow: none; padding: 1.75rem 0 0; }
}
@media (min-width: 64rem) { .columns { gap: 4rem; } .big { font-size: 2.375rem; } }
@media (prefers-reduced-motion: no-preference) { button, .button { transition: background .12s; } }
`;
