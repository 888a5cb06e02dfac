import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {Binding} from '../src/ui/contexts.ts';
import {always, anywhere} from '../src/ui/keys/common-keys.ts';
import {movementBindings} from '../src/ui/keys/movement-keys.ts';
import {projectKeys} from '../src/ui/keys/project-keys.ts';
import {recordKeys} from '../src/ui/keys/record-keys.ts';
import {lineEditing} from '../src/ui/keys/text-keys.ts';
import {dialogs, screens} from '../src/ui/registry.ts';
import {keyLabel} from '../src/ui/render/footer.ts';

const readme = readFileSync('README.md', 'utf8');

const shared = [...movementBindings, ...projectKeys, ...recordKeys, ...lineEditing];

/** What a screen has besides what many have. */
const ownOf = ({keys}: {readonly keys: readonly Binding[]}) =>
	keys.filter(binding => !shared.some(({label, keys: names}) => names === binding.keys && label === binding.label));

const sections: ReadonlyArray<readonly [title: string, bindings: readonly Binding[]]> = [
	['Projects', ownOf(screens.projects)],
	['While a filter is typed', ownOf(dialogs.filter)],
	['Wherever a line is typed', lineEditing],
	['Deployments', ownOf(screens.deployments)],
	['Watch', ownOf(screens.watch)],
	['Wherever a project or a deployment is picked', [...projectKeys, ...recordKeys]],
	['Every list', movementBindings],
	['Forms', ownOf(screens.edit)],
	['Help, raw record, request log', ownOf(dialogs.help).filter(({label}) => label !== 'close')],
	['Before a deployment', dialogs.deploy.keys],
	['Before a deletion', ownOf(dialogs.delete)],
	['Unconfirmed change', ownOf(dialogs.lost).filter(({label}) => !label.includes('match') && label !== 'search')],
	['Changed by someone else', dialogs.conflict.keys],
	['Notifications', dialogs.rules.keys],
	['Everywhere', [...anywhere, ...always]],
];

/** The table of a section as the README has to have it, made from the records that the keyboard uses. */
const tableOf = (bindings: readonly Binding[]): string =>
	bindings.map(({keys, label}) => `| ${keys.map(key => `\`${keyLabel(key)}\``).join(' ')} | ${label} |`).join('\n');

test.each(sections)('the README names every key of %s, and what it does', (title, bindings) => {
	const expected = `| ${title} | |\n| --- | --- |\n${tableOf(bindings)}\n`;
	expect(readme.includes(expected), `The README needs this table:\n\n${expected}`).toBe(true);
});

test('the two commands of the README are the ones that work', () => {
	const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
	expect(readme).toContain('npm ci\nnpm start\n');
	expect(readme).toContain('npm test');
	expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
});
