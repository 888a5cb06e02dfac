import {nearest} from '../../base/did-you-mean.ts';
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
	if (key.startsWith('alt+')) return /[[\]OPX^_]/.test(name) ? unsent : {key};
	if (/[A-Z]/.test(name)) return {problem: `terminals send ${key} as ctrl+${name.toLowerCase()}`};
	return /[a-z \\\]^_]/.test(name) ? {key} : unsent;
}

/** Returns the key that a user means, such as `x`, `ctrl+x`, `shift+tab`, `PgDn` or `F5`. */
export function parseWrittenKey(written: string): WrittenKey {
	if (written === '') return {problem: 'a key is missing'};
	if (/\p{Cc}/u.test(written)) return {problem: 'a key is written by its name, such as enter or ctrl+x'};
	const [, prefix = '', rest = ''] = /^((?:[a-z]+\+)*)(.+)$/is.exec(written) ?? [];
	const modifiers = prefix.toLowerCase().split('+').filter(Boolean);
	const unknown = modifiers.find(modifier => !modifierOrder.includes(modifier));
	if (unknown !== undefined) return {problem: `terminals do not send ${unknown}: use ctrl, alt or shift`};
	const name = isOneCharacter(rest) ? rest : namedKeys.get(rest.toLowerCase());
	if (name === undefined) return {problem: `${rest} is not one key, such as x, ctrl+x, PgDn or F5`};
	return modifiers.length === 0 ? {key: name} : withModifiers(modifiers, name);
}

/** Returns the scopes with other bindings in each of their lists. `prefix` is what the ids in a list begin with. */
function mapBindings(
	{screens, dialogs, anywhere, always}: KeyScopes,
	map: (bindings: readonly Binding[], prefix: string, isTyping: boolean) => readonly Binding[],
) {
	const mapScope = (scope: KeyScope, prefix = ''): KeyScope => ({
		...scope,
		keys: map(scope.keys, prefix, scope.isTyping ?? false),
		...(scope.pane && {pane: {...scope.pane, keys: map(scope.pane.keys, 'details.', false)}}),
		...(scope.search && {search: {...scope.search, keys: map(scope.search.keys, 'search.', true)}}),
	});
	return {
		screens: Object.fromEntries(Object.entries(screens).map(([name, scope]) => [name, mapScope(scope)])),
		dialogs: Object.fromEntries(
			Object.entries(dialogs).map(([name, scope]) => [name, mapScope(scope, prefixOf(name))]),
		),
		anywhere: map(anywhere, '', false),
		always: map(always, '', true),
	} satisfies KeyScopes;
}

const withIds = (scopes: KeyScopes) =>
	mapBindings(scopes, (bindings, prefix) => bindings.map(binding => ({...binding, id: commandId(binding, prefix)})));

/** The dialogs that ask before something that cannot be undone. */
const questions = ['deploy', 'delete', 'bulk', 'unconfirmed change', 'conflict', 'switch', 'remove profile'];

/** Bindings that work together, so that no key may be bound twice among them. */
type KeyGroup = {
	readonly title: string;
	readonly isQuestion: boolean;
	readonly isTyping: boolean;
	readonly own: readonly Binding[];
	/** The bindings that it shares with other groups. */
	readonly shared: readonly Binding[];
};

function groupsOf(scope: KeyScope, shared: readonly Binding[], isQuestion: boolean): readonly KeyGroup[] {
	const {title, keys, search, pane, isTyping = false} = scope;
	return [
		{title, isQuestion, own: keys, shared, isTyping},
		...(pane ? [{title: `${title}, details`, isQuestion: false, own: pane.keys, shared, isTyping: false}] : []),
		...(search ? [{title: `${title}, search`, isQuestion: false, own: search.keys, shared, isTyping: true}] : []),
	];
}

export function keyGroups(scopes: KeyScopes): readonly KeyGroup[] {
	const {screens, dialogs, anywhere, always} = withIds(scopes);
	return [
		...Object.values(screens).flatMap(scope =>
			groupsOf(scope, scope.isFullScreen || scope.isTyping ? always : [...anywhere, ...always], false),
		),
		...Object.entries(dialogs).flatMap(([name, scope]) => groupsOf(scope, always, questions.includes(name))),
	];
}

/** A line of the user's file: the keys that a command is to have. No keys: it loses its keys. */
type KeyChange = {readonly id: string; readonly keys: readonly string[]; readonly line: number};

type Changes = ReadonlyMap<string | undefined, KeyChange>;

/** What is wrong in a line of the user's file, as a sentence without a full stop. */
type Problem = {readonly line: number; readonly reason: string};

/** These keys always go back, cancel or quit, so that no screen is a trap. They stay with their commands. */
const reservedKeys = ['esc', 'ctrl+c'];

/** Other names of dialogs that the ids in `keys.json` may begin with. */
const otherNames: ReadonlyMap<string, string> = new Map([
	['calls', 'request-log'],
	['call', 'request'],
	['inspect', 'raw-record'],
]);

/** Returns an id as `landfall keys` prints it. */
const printedId = (id: string): string => id.replace(/^[^.]+(?=\.)/, name => otherNames.get(name) ?? name);

/** Returns the keys of a binding in force. A key that types a character does not apply where text is typed. */
function keysOf(binding: Binding, changes: Changes, isTyping: boolean): readonly string[] {
	const change = changes.get(binding.id);
	if (!change) return binding.keys;
	const usable = isTyping ? change.keys.filter(key => !isOneCharacter(key)) : change.keys;
	if (usable.length === 0 && change.keys.length > 0) return binding.keys;
	return [...usable, ...binding.keys.filter(key => reservedKeys.includes(key))];
}

/** Returns why a command cannot be changed at all. */
function refusal({id, keys}: KeyChange, groups: readonly KeyGroup[]): string | undefined {
	const all = groups.flatMap(({own, shared}) => [...own, ...shared]);
	const found = all.filter(binding => binding.id === id);
	const [first] = found;
	if (!first) {
		const meant = nearest(id, [...new Set(all.map(binding => binding.id ?? ''))]);
		return `there is no command ${id}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
	}

	if (found.some(({isFixed}) => isFixed)) return `the keys of ${id} cannot be changed`;
	const answers = groups.filter(({isQuestion}) => isQuestion).flatMap(({own}) => own);
	if (found.every(binding => answers.includes(binding))) return `the answers to a question keep their keys: ${id}`;
	const reserved = first.keys.find(key => reservedKeys.includes(key));
	return keys.length === 0 && reserved !== undefined ? `${id} keeps ${reserved}` : undefined;
}

/** Returns who has a key that a command is to have: another command, on a screen with both. Some share a key by design: the first one there has it. */
function ownerOf(key: string, {id}: KeyChange, groups: readonly KeyGroup[], changes: Changes): string | undefined {
	for (const {own, shared, title, isTyping} of groups) {
		const users = [...own, ...shared].filter(binding => keysOf(binding, changes, isTyping).includes(key));
		const mine = users.find(binding => binding.id === id);
		const owner = users.find(other => other.id !== id && !(other.keys.includes(key) && mine?.keys.includes(key)));
		if (mine && owner) return `${keyLabel(key)} is already “${owner.label}” on ${title}`;
	}

	return undefined;
}

/** Returns the last line with a key that another command has. */
function lastConflict(changes: Changes, groups: readonly KeyGroup[]) {
	for (const change of [...changes.values()].reverse()) {
		for (const key of change.keys) {
			const reason = ownerOf(key, change, groups, changes);
			if (reason !== undefined) return {change, key, reason};
		}
	}

	return undefined;
}

/** Returns the changes that can be applied, by command, and what is wrong with the others. */
function applicable(changes: readonly KeyChange[], groups: readonly KeyGroup[]) {
	const problems: Problem[] = [];
	const accepted = new Map<string | undefined, KeyChange>();
	/** Accepts keys for a command. If none of those that were wanted are left, it keeps its default. */
	const accept = (change: KeyChange, keys: readonly string[]) => {
		if (keys.length > 0 || change.keys.length === 0) accepted.set(change.id, {...change, keys});
		else accepted.delete(change.id);
	};

	for (const change of changes) {
		const {id, line} = change;
		const refused = refusal(change, groups);
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

	for (let conflict = lastConflict(accepted, groups); conflict; conflict = lastConflict(accepted, groups)) {
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
export function customize(scopes: KeyScopes, changes: readonly KeyChange[]) {
	const printed = changes.map(change => ({...change, id: printedId(change.id)}));
	const {accepted, problems} = applicable(printed, keyGroups(scopes));
	return {
		scopes: mapBindings(withIds(scopes), (bindings, _prefix, isTyping) =>
			bindings.map(binding => ({...binding, keys: keysOf(binding, accepted, isTyping)})),
		),
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
	const {anywhere, always} = withIds(scopes);
	const sections = [{title: 'Everywhere', own: [...anywhere, ...always]}, ...keyGroups(scopes)].map(({title, own}) => {
		const rows = own.map(({id = '', keys, label}) => {
			const shown = keys.length === 0 ? 'none' : keys.map(keyLabel).join(' ');
			return `  ${id.padEnd(idWidth)} ${shown.padEnd(keysWidth)} ${label}`;
		});
		const fresh = [...new Set(rows)].filter(row => !listed.has(row));
		for (const row of fresh) listed.add(row);
		return fresh.length === 0 ? [] : [title, ...fresh, ''].join('\n');
	});
	return sections.flat().join('\n');
}
