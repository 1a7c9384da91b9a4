import type { Page } from '@playwright/test';

/** Elements without a meaning of their own. */
const plainRoles = new Set([
  'none',
  'generic',
  'paragraph',
  'definition',
  'RootWebArea',
  'InlineTextBox',
  'LineBreak',
  'LabelText',
  'Legend',
  'MenuListPopup',
  'DescriptionList',
]);
const states = ['checked', 'selected', 'disabled', 'expanded', 'invalid', 'pressed', 'modal', 'level', 'live'];
/** States that are worth a word only when they are set. */
const defaults = new Set(['false', 'off']);

interface Node {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly parentId?: string;
  readonly childIds?: readonly string[];
  readonly role?: { readonly value?: unknown };
  readonly name?: { readonly value?: unknown };
  readonly description?: { readonly value?: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/**
 * The tree that Chromium hands to screen readers: roles, names, descriptions and states in reading order. Nothing that
 * a modal dialog makes inert is part of it.
 */
export async function readAccessibilityTree(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const walk = (node: Node, depth: number, parentName: string) => {
    const role = String(node.role?.value ?? '');
    const name = String(node.name?.value ?? '').trim();
    const isText = role === 'StaticText';
    const shown = !node.ignored && !plainRoles.has(role) && !(isText && (name === '' || parentName.includes(name)));
    if (shown) lines.push('  '.repeat(depth) + describe(node, isText ? 'text' : role, name));
    if (isText) return;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) walk(child, shown ? depth + 1 : depth, shown ? name : parentName);
    }
  };
  const [root] = nodes;
  if (root) walk(root, 0, '');
  return `${lines.join('\n')}\n`;
}

function describe({ properties = [], description }: Node, role: string, name: string): string {
  const set = properties
    .filter(({ name: state }) => state !== 'level' || role === 'heading')
    .filter(({ name: state, value }) => states.includes(state) && !defaults.has(String(value.value)))
    .map(({ name: state, value }) => (String(value.value) === 'true' ? state : `${state}=${value.value}`));
  const words = [role, ...(name ? [`“${name}”`] : []), ...set];
  if (description?.value) words.push(`– ${description.value}`);
  return words.join(' ');
}
