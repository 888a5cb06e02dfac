import {nearest} from '../../base/did-you-mean.ts';
import type {KeyChange} from '../../base/key-change.ts';
import {
	type CommandId,
	type CustomKeys,
	commands,
	defaultKeysOf,
	isBuiltIn,
	isCustomCommand,
	isFixedCommand,
	keyLabel,
	labelOf,
} from '../../model/commands.ts';
import type {CustomCommand} from '../../model/custom-command.ts';
import type {KeyScope, KeyScopes} from '../contexts.ts';
import {addCustomCommands} from './custom-command-keys.ts';

const keyNames: ReadonlyMap<string, string> = new Map([
	...[
		...['up', 'down', 'left', 'right', 'home', 'end', 'pageUp', 'pageDown', 'insert', 'delete'],
		...['tab', 'enter', 'backspace', 'esc'],
		...Array.from({length: 12}, (_, index) => `F${index + 1}`),
	].map(name => [name.toLowerCase(), name] as const),
	['pgup', 'pageUp'],
	['pgdn', 'pageDown'],
	['space', ' '],
]);

/** Keys that terminals send with modifiers. Lacks keys that arrive as another key: `ctrl+i` as tab, `ctrl+j` and `ctrl+m` as enter. */
const sentWithModifiers =
	/^(?:shift\+tab|alt\+(?:enter|backspace|[^[\]OPX^_])|ctrl\+[a-gkln-z \\\]^_]|(?:ctrl\+)?(?:alt\+)?(?:shift\+)?(?:up|down|left|right|home|end|pageUp|pageDown|insert|delete|F(?:[124-9]|1[0-2])))$/u;

const isOneCharacter = (text: string): boolean => [...new Intl.Segmenter().segment(text)].length === 1;

/** Undefined if no terminal sends the key. */
function parseWrittenKey(written: string): string | undefined {
	const [, prefix = '', rest = ''] = /^((?:(?:ctrl|alt|shift)\+)*)(.+)$/iu.exec(written) ?? [];
	const name = isOneCharacter(rest) ? rest : keyNames.get(rest.toLowerCase());
	if (name === undefined || /\p{Cc}/u.test(name)) return undefined;
	if (prefix === '') return name;
	const modifiers = ['ctrl+', 'alt+', 'shift+'].filter(modifier => prefix.toLowerCase().includes(modifier));
	const key = modifiers.join('') + name;
	return sentWithModifiers.test(key) ? key : undefined;
}

/** Commands that work at the same time, so no two of them may share a key. */
type KeyGroup = {readonly title: string; readonly isTyping: boolean; readonly ids: readonly CommandId[]};

export function keyGroups({screens, dialogs, anywhere, always}: KeyScopes): readonly KeyGroup[] {
	const groupsOf = (scope: KeyScope, isAlone: boolean): readonly KeyGroup[] => {
		const {title, isTyping = false, keys, search} = scope;
		const ids = [...keys, ...(isAlone || isTyping ? [] : anywhere), ...always].map(({id}) => id);
		return [{title, isTyping, ids}, ...(search ? groupsOf({...search, title: `${title}, search`}, isAlone) : [])];
	};
	return [
		...Object.values(screens).flatMap(scope => groupsOf(scope, scope.isFullScreen ?? false)),
		...Object.values(dialogs).flatMap(scope => groupsOf(scope, true)),
	];
}

/** Keys that always go back, cancel or quit, so that no screen is a trap. */
const isReserved = (key: string): boolean => key === 'esc' || key === 'ctrl+c';

const nameInFile = (id: CommandId): string => (isCustomCommand(id) ? labelOf(id) : id);

function checkedChange({id, keys, line}: KeyChange, groups: readonly KeyGroup[]) {
	const isCustom = isCustomCommand(id);
	const problem = (reason: string) => ({line, isCustom, reason});
	if (!isCustom && !isBuiltIn(id)) {
		const meant = nearest(id, Object.keys(commands));
		return problem(`there is no command ${id}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
	}

	const called = nameInFile(id);
	if (isFixedCommand(id)) return problem(`the keys of ${id} cannot be changed`);
	const reserved = defaultKeysOf(id).filter(isReserved);
	const names: string[] = [];
	for (const written of keys) {
		const name = parseWrittenKey(written);
		if (name === undefined)
			return problem(`${called}: terminals do not send “${written}”; write x, ctrl+x, PgDn or F5`);
		if (isReserved(name) && !reserved.includes(name)) return problem(`${called}: ${name} cannot be reassigned`);
		if (isOneCharacter(name) && groups.every(({ids, isTyping}) => isTyping || !ids.includes(id)))
			return problem(`${called}: ${keyLabel(name)} types a character there`);
		names.push(name);
	}

	return {id, keys: [...new Set([...names, ...reserved])], line, isCustom};
}

function keyConflictText(id: CommandId, customKeys: CustomKeys, groups: readonly KeyGroup[]): string | undefined {
	const keysOf = (command: CommandId) => customKeys.get(command) ?? defaultKeysOf(command);
	for (const {title, isTyping, ids} of groups.filter(group => group.ids.includes(id))) {
		for (const key of keysOf(id).filter(name => !(isTyping && isOneCharacter(name)))) {
			const owner = ids.find(other => other !== id && keysOf(other).includes(key));
			if (owner) return `${keyLabel(key)} is already “${labelOf(owner)}” on ${title}`;
		}
	}

	return undefined;
}

/** If two commands claim the same key, the later line of the file loses it. A custom command loses it to any other. */
export function customize(
	scopes: KeyScopes,
	changes: readonly KeyChange[],
	customCommands: readonly CustomCommand[] = [],
) {
	const profiles = new Set([undefined, ...customCommands.map(({profile}) => profile)]);
	const groups = [...profiles].flatMap(profile => keyGroups(addCustomCommands(scopes, customCommands, profile)));
	const customChanges = customCommands.map(({id, key, line}) => ({id, keys: [key], line}));
	const builtIn = changes.filter(({id}) => !isCustomCommand(id));
	const results = [...builtIn, ...customChanges].map(change => checkedChange(change, groups));
	const problems = results.filter(result => 'reason' in result);
	const problemsOf = (isCustom: boolean) =>
		problems.filter(problem => problem.isCustom === isCustom).map(({line, reason}) => ({line, reason}));
	let accepted = results.filter(result => 'keys' in result);
	for (;;) {
		const customKeys: CustomKeys = new Map(accepted.map(({id, keys}) => [id, keys]));
		const loser = accepted.findLast(({id}) => keyConflictText(id, customKeys, groups) !== undefined);
		if (!loser) return {customKeys, problems: problemsOf(false), ownProblems: problemsOf(true)};
		const reason = `${nameInFile(loser.id)}: ${keyConflictText(loser.id, customKeys, groups)}`;
		problems.push({...loser, reason});
		accepted = accepted.filter(change => change !== loser);
	}
}

const idWidth = 32;
const keysWidth = 28;

export const keyListing = (customKeys: CustomKeys): string =>
	[...Object.keys(commands).filter(isBuiltIn), ...[...customKeys.keys()].filter(isCustomCommand)]
		.map(id => {
			const keys = customKeys.get(id) ?? defaultKeysOf(id);
			const shown = keys.length === 0 ? 'none' : keys.map(keyLabel).join(' ');
			const listed = isCustomCommand(id) ? 'config.json' : id;
			return `${listed.padEnd(idWidth)} ${shown.padEnd(keysWidth)} ${labelOf(id)}\n`;
		})
		.join('');
