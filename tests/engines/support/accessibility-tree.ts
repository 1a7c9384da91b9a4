import { readFile } from 'node:fs/promises';
import type { KeyScreen } from '../../../scripts/key-screens.ts';
import { fromRoot } from '../../../scripts/root.ts';
import { maskDates } from '../../support/mask-dates.ts';
import type { Firefox } from './firefox.ts';

/** An element or text as screen readers get it. */
interface Node {
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly description: string;
}

/** Firefox's names of the states, and Chromium's. The others are written differently by each of them. */
const states: Readonly<Record<string, string>> = {
  checked: 'checked',
  selected: 'selected',
  unavailable: 'disabled',
  expanded: 'expanded',
  invalid: 'invalid',
};

/** What Firefox hands to screen readers: roles, names, states and descriptions, one line each, in reading order. */
export async function readAccessibilityTree(firefox: Firefox): Promise<string[]> {
  const nodes = await firefox.runInBrowser<Node[]>(listAccessibleNodes);
  return simplify(
    nodes.map((node) => ({
      ...node,
      name: maskDates(node.name),
      states: node.states.flatMap((state) => states[state] ?? []),
    })),
  );
}

/** The snapshot of Chromium's tree, in the same form. */
export async function readChromiumSnapshot(screen: KeyScreen): Promise<string[]> {
  const text = await readFile(fromRoot(`tests/e2e/accessibility.spec.ts-snapshots/${screen}.txt`), 'utf8');
  const lines = text.trimEnd().split('\n');
  return simplify(
    lines.map((line) => {
      const [, role = '', name = '', words = '', description = ''] =
        /^ *(\w+)(?: “(.*?)”)?((?: [\w=]+)*)(?: – (.*))?$/.exec(line) ?? [];
      const isKnown = (word: string) => Object.values(states).includes(word);
      return { role, name, states: words.trim().split(' ').filter(isKnown), description };
    }),
  );
}

/** Leaves out texts that repeat a name or a description: the engines disagree about them. */
function simplify(nodes: readonly Node[]): string[] {
  const elements = nodes.filter(({ role }) => role !== 'text');
  const repeated = new Set(elements.flatMap(({ name, description }) => [name, description]));
  return nodes
    .filter(({ role, name }) => role !== 'text' || !repeated.has(name))
    .map(({ role, name, states, description }) =>
      [role, ...(name ? [`“${name}”`] : []), ...[...states].sort(), ...(description ? [`– ${description}`] : [])].join(
        ' ',
      ),
    );
}

/** Nothing that a modal dialog makes inert is in Firefox's tree. */
const listAccessibleNodes = `
  // Kept for as long as the window: without a reader, Firefox ends the service.
  const service = (gBrowser.accessibility ??=
    Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService));
  const withoutMeaning = ['', 'document', 'generic', 'paragraph', 'definition', 'listbox'];
  const nodes = [];
  const walk = (node, parentName) => {
    const isText = service.getStringRole(node.role) === 'text leaf';
    const role = isText ? 'text' : node.computedARIARole;
    // Firefox names list items by their content, which follows anyway.
    const name = role === 'listitem' ? '' : (node.name ?? '').trim();
    const shown = !withoutMeaning.includes(role) && !(isText && (name === '' || parentName.includes(name)));
    if (shown) {
      const state = {};
      const extraState = {};
      node.getState(state, extraState);
      const states = [...service.getStringStates(state.value, extraState.value)];
      nodes.push({ role, name, states, description: node.description ?? '' });
    }
    for (let child = node.firstChild; child; child = child.nextSibling) walk(child, shown ? name : parentName);
  };
  // Until the page's process has sent its tree, there is none.
  const page = service.getAccessibleFor(gBrowser.selectedBrowser)?.firstChild;
  if (page) walk(page, '');
  return nodes;
`;
