import type {Binding, KeyScope, KeyScopes} from '../contexts.ts';
import {commandId, keyLabel, prefixOf} from './binding.ts';

/** A key as a user writes it: the name that bindings use, or why no terminal sends it, as a sentence without a full stop. */
type WrittenKey = {readonly key: string} | {readonly problem: string};

/** Names that users may write, by their lower-case form. */
const namedKeys: ReadonlyMap<string, string> = new Map([
	...['up', 'down', 'left', 'right', 'home', 'end', 'insert', 'delete', 'tab', 'enter', 'backspace', 'esc'].map(
		name => [name, name] as const,
	),
	['pageup', 'pageUp'],
	['pgup', 'pageUp'],
	['pagedown', 'pageDown'],
	['pgdn', 'pageDown'],
	['escape', 'esc'],
	['return', 'enter'],
	['del', 'delete'],
	['ins', 'insert'],
	['space', ' '],
	...Array.from({length: 12}, (_, index) => [`f${index + 1}`, `F${index + 1}`] as const),
]);

/** Keys that terminals send as another key. */
const twins: ReadonlyMap<string, string> = new Map([
	['ctrl+i', 'tab'],
	['ctrl+m', 'enter'],
	['ctrl+h', 'backspace'],
	['ctrl+[', 'esc'],
	['ctrl+backspace', 'ctrl+w or backspace'],
	['ctrl+enter', 'enter'],
	['shift+enter', 'enter'],
	['ctrl+tab', 'tab'],
	['shift+backspace', 'backspace'],
	['shift+ ', 'space'],
]);

/** Named keys that are sent with modifiers, apart from those in `twins`. */
const modifiedKeys = new Set([
	...['up', 'down', 'left', 'right', 'home', 'end', 'pageUp', 'pageDown', 'insert', 'delete'],
	...[1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(number => `F${number}`),
]);

const modifierOrder = ['ctrl', 'alt', 'shift'];

const isOneCharacter = (text: string): boolean => [...new Intl.Segmenter().segment(text)].length === 1;

function withModifiers(modifiers: readonly string[], name: string): WrittenKey {
	const key = [...modifierOrder.filter(modifier => modifiers.includes(modifier)), name].join('+');
	const twin = twins.get(key);
	if (twin) return {problem: `terminals send ${key.replace(/ $/, 'space')} as ${twin}`};
	const unsent = {problem: `terminals do not send ${key.replace(/ $/, 'space')}`};
	if (key === 'shift+tab' || key === 'alt+enter' || key === 'alt+backspace') return {key};
	if (name.length > 1) return modifiedKeys.has(name) ? {key} : unsent;
	if (modifiers.includes('shift')) return {problem: `write ${name.toUpperCase()} instead of ${key}`};
	if (modifiers.length > 1) return unsent;
	if (key.startsWith('alt+')) return name === '[' || name === 'O' || name === ']' ? unsent : {key};
	if (/[A-Z]/.test(name)) return {problem: `terminals send ${key} as ctrl+${name.toLowerCase()}`};
	return /[a-z \\\]^_]/.test(name) ? {key} : unsent;
}

/** Returns the key that a user means, such as `x`, `ctrl+x`, `shift+tab`, `PgDn` or `F5`. */
export function parseWrittenKey(written: string): WrittenKey {
	if (written === '') return {problem: 'a key is missing'};
	if (/\p{Cc}/u.test(written)) return {problem: 'a key is written by its name, such as enter or ctrl+x'};
	const [, prefix = '', rest = ''] = /^((?:[a-z]+\+)*)(.+)$/i.exec(written) ?? [];
	const modifiers = prefix.toLowerCase().split('+').filter(Boolean);
	const unknown = modifiers.find(modifier => !modifierOrder.includes(modifier));
	if (unknown !== undefined) return {problem: `terminals do not send ${unknown}: use ctrl, alt or shift`};
	const name = isOneCharacter(rest) ? rest : namedKeys.get(rest.toLowerCase());
	if (name === undefined) return {problem: `${rest} is not one key, such as x, ctrl+x, PgDn or F5`};
	return modifiers.length === 0 ? {key: name} : withModifiers(modifiers, name);
}

/** A binding, and the id that it has in its group. */
type Command = {readonly id: string; readonly binding: Binding};

/** Bindings that work together, so that no key may be bound twice among them. */
export type KeyGroup = {
	readonly title: string;
	/** The dialog that it belongs to. Undefined for a screen. */
	readonly dialog?: string | undefined;
	readonly own: readonly Command[];
	/** The bindings that it shares with other groups. */
	readonly shared: readonly Command[];
	readonly isTyping: boolean;
};

const commandsOf = (bindings: readonly Binding[], prefix = ''): readonly Command[] =>
	bindings.map(binding => ({id: commandId(binding, prefix), binding}));

function groupsOf(scope: KeyScope, sharedBindings: readonly Binding[], dialog?: string): readonly KeyGroup[] {
	const {title, keys, search, pane, isTyping = false} = scope;
	const own = commandsOf(keys, dialog === undefined ? '' : prefixOf(dialog));
	const shared = commandsOf(sharedBindings);
	return [
		{title, dialog, own, shared, isTyping},
		...(pane ? [{title: `${title}, details`, own: commandsOf(pane.keys, 'details.'), shared, isTyping: false}] : []),
		...(search ? [{title: `${title}, search`, own: commandsOf(search.keys, 'search.'), shared, isTyping: true}] : []),
	];
}

/** Returns the bindings of every screen and dialog. */
export const keyGroups = ({screens, dialogs, anywhere, always}: KeyScopes): readonly KeyGroup[] => [
	...Object.values(screens).flatMap(scope =>
		groupsOf(scope, scope.isFullScreen || scope.isTyping ? always : [...anywhere, ...always]),
	),
	...Object.entries(dialogs).flatMap(([name, scope]) => groupsOf(scope, always, name)),
];

/** A line of the user's file: the keys that a command is to have. No keys: it loses its keys. */
type KeyChange = {readonly id: string; readonly keys: readonly string[]; readonly line: number};

type Changes = ReadonlyMap<string, KeyChange>;

/** What is wrong in a line of the user's file, as a sentence without a full stop. */
type Problem = {readonly line: number; readonly reason: string};

type Nearest = (word: string, known: readonly string[]) => string | undefined;

/** These keys always go back, cancel or quit, so that no screen is a trap. They stay with their commands. */
const reservedKeys = ['esc', 'ctrl+c'];

/** The dialogs that ask before something that cannot be undone. */
const questions = ['deploy', 'delete', 'bulk', 'unconfirmed change', 'conflict', 'switch', 'remove profile'];

/** Other names of dialogs that the ids in `keys.json` may begin with. */
const otherNames: ReadonlyMap<string, string> = new Map([
	['calls', 'request-log'],
	['call', 'request'],
	['inspect', 'raw-record'],
]);

/** Returns an id as `landfall keys` prints it. */
const printedId = (id: string): string => id.replace(/^[^.]+(?=\.)/, name => otherNames.get(name) ?? name);

/** Returns the keys of a binding in force. A key that types a character does not apply where text is typed. */
function keysOf(binding: Binding, change: KeyChange | undefined, isTyping: boolean): readonly string[] {
	if (!change) return binding.keys;
	const usable = isTyping ? change.keys.filter(key => !isOneCharacter(key)) : change.keys;
	if (usable.length === 0 && change.keys.length > 0) return binding.keys;
	return [...usable, ...binding.keys.filter(key => reservedKeys.includes(key))];
}

/** Returns why a command cannot be changed at all. */
function refusal({id, keys}: KeyChange, groups: readonly KeyGroup[], nearest: Nearest): string | undefined {
	const all = groups.flatMap(({own, shared, dialog}) => [
		...own.map(command => ({...command, isAnswer: dialog !== undefined && questions.includes(dialog)})),
		...shared.map(command => ({...command, isAnswer: false})),
	]);
	const found = all.filter(command => command.id === id);
	const [first] = found;
	if (!first) {
		const meant = nearest(id, [...new Set(all.map(command => command.id))]);
		return `there is no command ${id}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
	}

	if (found.some(({binding}) => binding.isFixed)) return `the keys of ${id} cannot be changed`;
	if (found.every(({isAnswer}) => isAnswer)) return `the answers to a question keep their keys: ${id}`;
	const reserved = first.binding.keys.find(key => reservedKeys.includes(key));
	return keys.length === 0 && reserved !== undefined ? `${id} keeps ${reserved}` : undefined;
}

/** Returns the first key that two bindings of a group share because of a change. The later line gives way. */
function findConflict(groups: readonly KeyGroup[], changes: Changes) {
	for (const {own, shared, title, isTyping} of groups) {
		const owners = new Map<string, {readonly binding: Binding; readonly change: KeyChange | undefined}>();
		for (const {binding, id} of [...own, ...shared]) {
			const change = changes.get(id);
			for (const key of keysOf(binding, change, isTyping)) {
				const owner = owners.get(key);
				if (!owner) owners.set(key, {binding, change});
				if (!owner || owner.binding === binding || owner.change === change) continue;
				// Some bindings share a key by deproblem: the first one in the group has it.
				if (binding.keys.includes(key) && owner.binding.keys.includes(key)) continue;
				const isMine = change !== undefined && (!owner.change || change.line >= owner.change.line);
				const blamed = isMine ? change : owner.change;
				const taken = isMine ? owner.binding : binding;
				if (blamed) return {change: blamed, key, reason: `${keyLabel(key)} is already “${taken.label}” on ${title}`};
			}
		}
	}

	return undefined;
}

/** Returns the changes that can be applied, by command, and what is wrong with the others. */
function applicable(changes: readonly KeyChange[], groups: readonly KeyGroup[], nearest: Nearest) {
	const problems: Problem[] = [];
	const accepted = new Map<string, KeyChange>();
	/** Accepts keys for a command. If none of those that were wanted are left, it keeps its default. */
	const accept = (change: KeyChange, keys: readonly string[]) => {
		if (keys.length > 0 || change.keys.length === 0) accepted.set(change.id, {...change, keys});
		else accepted.delete(change.id);
	};

	for (const change of changes) {
		const {id, line} = change;
		const refused = refusal(change, groups, nearest);
		if (refused !== undefined) {
			problems.push({line, reason: refused});
			continue;
		}

		const keys = change.keys.flatMap(text => {
			const parsed = parseWrittenKey(text);
			if ('key' in parsed && !reservedKeys.includes(parsed.key)) return [parsed.key];
			problems.push({line, reason: `${id}: ${'key' in parsed ? `${parsed.key} stays as it is` : parsed.problem}`});
			return [];
		});
		accept(change, keys);
	}

	for (let conflict = findConflict(groups, accepted); conflict; conflict = findConflict(groups, accepted)) {
		const {change, key, reason} = conflict;
		problems.push({line: change.line, reason: `${change.id}: ${reason}`});
		accept(
			change,
			change.keys.filter(other => other !== key),
		);
	}

	return {accepted, problems};
}

/** Gives the bindings the keys that the user wants. Whatever is wrong is reported, and the rest applies. */
export function customize(scopes: KeyScopes, changes: readonly KeyChange[], nearest: Nearest) {
	const printed = changes.map(change => ({...change, id: printedId(change.id)}));
	const {accepted, problems} = applicable(printed, keyGroups(scopes), nearest);
	const changed = (bindings: readonly Binding[], prefix = '', isTyping = false): readonly Binding[] =>
		commandsOf(bindings, prefix).map(({id, binding}) => {
			const keys = keysOf(binding, accepted.get(id), isTyping);
			return keys === binding.keys ? binding : {...binding, id, keys};
		});
	const changedScope = (scope: KeyScope, prefix = ''): KeyScope => ({
		...scope,
		keys: changed(scope.keys, prefix, scope.isTyping),
		...(scope.pane && {pane: {...scope.pane, keys: changed(scope.pane.keys, 'details.')}}),
		...(scope.search && {search: {...scope.search, keys: changed(scope.search.keys, 'search.', true)}}),
	});
	const {screens, dialogs, anywhere, always} = scopes;
	return {
		scopes: {
			screens: Object.fromEntries(Object.entries(screens).map(([name, scope]) => [name, changedScope(scope)])),
			dialogs: Object.fromEntries(
				Object.entries(dialogs).map(([name, scope]) => [name, changedScope(scope, prefixOf(name))]),
			),
			anywhere: changed(anywhere),
			always: changed(always, '', true),
		} satisfies KeyScopes,
		/** The first key of each changed command by id, as it is shown. Undefined for a command without keys. */
		changed: new Map(
			[...accepted.values()].map(({id, keys: [first]}) => [id, first === undefined ? undefined : keyLabel(first)]),
		),
		problems,
	};
}

const idWidth = 32;
const keysWidth = 28;

/** Returns a table of all bindings in force, as `landfall keys` prints it: ids, keys and what they do. A binding that several screens share is listed once. */
export function keyListing(scopes: KeyScopes): string {
	const listed = new Set<string>();
	const everywhere = {title: 'Everywhere', own: commandsOf([...scopes.anywhere, ...scopes.always])};
	const sections = [everywhere, ...keyGroups(scopes)].map(({title, own}) => {
		const rows = own.map(({id, binding: {keys, label}}) => {
			const shown = keys.length === 0 ? 'none' : keys.map(keyLabel).join(' ');
			return `  ${id.padEnd(idWidth)} ${shown.padEnd(keysWidth)} ${label}`;
		});
		const fresh = [...new Set(rows)].filter(row => !listed.has(row));
		for (const row of fresh) listed.add(row);
		return fresh.length === 0 ? [] : [title, ...fresh, ''].join('\n');
	});
	return sections.flat().join('\n');
}
