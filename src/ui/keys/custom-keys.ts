import type {Binding, Layer, Layers} from '../contexts.ts';
import {commandId, keyLabel, prefixOf, type Scope, scopesOf} from './binding.ts';
import {alwaysIn, anywhereIn} from './common-keys.ts';

/** A key as a user writes it: the name that bindings use, or why no terminal sends it, as a sentence without a full stop. */
export type WrittenKey = {readonly key: string} | {readonly fault: string};

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

const order = ['ctrl', 'alt', 'shift'];

const isOneCharacter = (text: string): boolean => [...new Intl.Segmenter().segment(text)].length === 1;

function withModifiers(modifiers: readonly string[], name: string): WrittenKey {
	const key = [...order.filter(modifier => modifiers.includes(modifier)), name].join('+');
	const twin = twins.get(key);
	if (twin) return {fault: `terminals send ${key.replace(/ $/, 'space')} as ${twin}`};
	const unsent = {fault: `terminals do not send ${key.replace(/ $/, 'space')}`};
	if (key === 'shift+tab' || key === 'alt+enter' || key === 'alt+backspace') return {key};
	if (name.length > 1) return modifiedKeys.has(name) ? {key} : unsent;
	if (modifiers.includes('shift')) return {fault: `write ${name.toUpperCase()} instead of ${key}`};
	if (modifiers.length > 1) return unsent;
	if (key.startsWith('alt+')) return name === '[' || name === 'O' || name === ']' ? unsent : {key};
	if (/[A-Z]/.test(name)) return {fault: `terminals send ${key} as ctrl+${name.toLowerCase()}`};
	return /[a-z \\\]^_]/.test(name) ? {key} : unsent;
}

/** Returns the key that a user means, such as `x`, `ctrl+x`, `shift+tab`, `PgDn` or `F5`. */
export function parseWrittenKey(written: string): WrittenKey {
	if (written === '') return {fault: 'a key is missing'};
	if (/\p{Cc}/u.test(written)) return {fault: 'a key is written by its name, such as enter or ctrl+x'};
	const [, prefix = '', rest = ''] = /^((?:[a-z]+\+)*)(.+)$/i.exec(written) ?? [];
	const modifiers = prefix.toLowerCase().split('+').filter(Boolean);
	const unknown = modifiers.find(modifier => !order.includes(modifier));
	if (unknown !== undefined) return {fault: `terminals do not send ${unknown}: use ctrl, alt or shift`};
	const name = isOneCharacter(rest) ? rest : namedKeys.get(rest.toLowerCase());
	if (name === undefined) return {fault: `${rest} is not one key, such as x, ctrl+x, PgDn or F5`};
	return modifiers.length === 0 ? {key: name} : withModifiers(modifiers, name);
}

type Change = {readonly id: string; readonly keys: readonly string[]; readonly line: number};

/** What is wrong in a line of the user's file, as a sentence without a full stop. */
type Problem = {readonly line: number; readonly reason: string};

/** The bindings in force, and what could not be applied. */
type Customized = {
	readonly layers: Layers;
	/** The first key of each changed command by id, as it is shown. Undefined for a command without keys. */
	readonly changed: ReadonlyMap<string, string | undefined>;
	readonly problems: readonly Problem[];
};

/** These keys always go back, cancel or quit, so that no screen is a trap. They stay with their commands. */
const reservedKeys = ['esc', 'ctrl+c'];

/** The dialogs that ask before something that cannot be undone. */
const questions = ['deploy.', 'delete.', 'bulk.', 'unconfirmed-change.', 'conflict.', 'switch.', 'remove-profile.'];

/** Other names of dialogs that the ids in `keys.json` may begin with. */
const otherNames: ReadonlyMap<string, string> = new Map([
	['calls', 'request-log'],
	['call', 'request'],
	['inspect', 'raw-record'],
]);

/** Returns a change with the id that `landfall keys` prints. */
function withPrintedId(change: Change): Change {
	const name = /^[^.]+(?=\.)/.exec(change.id)?.[0] ?? '';
	return {...change, id: `${otherNames.get(name) ?? name}${change.id.slice(name.length)}`};
}

const types = (key: string): boolean => [...new Intl.Segmenter().segment(key)].length === 1;

/** Returns the keys of a binding in force. A key that types a character does not apply where text is typed. */
function keysOf(binding: Binding, {prefix, isTyping}: Scope, changes: ReadonlyMap<string, Change>): readonly string[] {
	const change = changes.get(commandId(binding, prefix));
	if (!change) return binding.keys;
	const reserved = binding.keys.filter(key => reservedKeys.includes(key));
	const usable = isTyping ? change.keys.filter(key => !types(key)) : change.keys;
	if (usable.length === 0 && change.keys.length > 0) return binding.keys;
	return [...usable, ...reserved];
}

/** Every binding with the scope that its id belongs to. */
const withScopes = (scopes: readonly Scope[]) =>
	scopes.flatMap(scope => [
		...scope.keys.map(binding => ({binding, scope})),
		...scope.shared.map(binding => ({binding, scope: {...scope, prefix: ''}})),
	]);

/** Returns why a command cannot be changed at all. */
function refusal({id, keys}: Change, scopes: readonly Scope[], nearest: Nearest): string | undefined {
	const all = withScopes(scopes).map(({binding, scope}) => ({binding, scope, id: commandId(binding, scope.prefix)}));
	const found = all.filter(known => known.id === id);
	if (found.length === 0) {
		const meant = nearest(id, [...new Set(all.map(known => known.id))]);
		return `there is no command ${id}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
	}

	if (found.some(({binding}) => binding.isFixed)) return `the keys of ${id} cannot be changed`;
	if (found.every(({scope}) => questions.includes(scope.prefix)))
		return `the answers to a question keep their keys: ${id}`;
	const reserved = found[0]?.binding.keys.find(key => reservedKeys.includes(key));
	return keys.length === 0 && reserved !== undefined ? `${id} keeps ${reserved}` : undefined;
}

type Conflict = {readonly change: Change; readonly key: string; readonly reason: string};

/** Returns the first key that two bindings of a scope share because of a change. The later line gives way. */
function findConflict(scopes: readonly Scope[], changes: ReadonlyMap<string, Change>): Conflict | undefined {
	for (const scope of scopes) {
		const owners = new Map<string, {readonly binding: Binding; readonly change: Change | undefined}>();
		for (const {
			binding,
			scope: {prefix},
		} of withScopes([scope])) {
			const change = changes.get(commandId(binding, prefix));
			for (const key of keysOf(binding, {...scope, prefix}, changes)) {
				const other = owners.get(key);
				owners.set(key, other ?? {binding, change});
				if (!other || other.binding === binding || (!change && !other.change)) continue;
				if (change !== undefined && change === other.change) continue;
				if (binding.keys.includes(key) && other.binding.keys.includes(key)) continue;
				const blamed = [change, other.change]
					.filter(candidate => candidate !== undefined)
					.sort((a, b) => b.line - a.line)[0];
				if (!blamed) continue;
				const taken = blamed === change ? other.binding : binding;
				return {change: blamed, key, reason: `${keyLabel(key)} is already “${taken.label}” on ${scope.title}`};
			}
		}
	}

	return undefined;
}

/** Takes a key from a change. A change without keys is dropped: the command keeps its default. */
function withoutKey(changes: ReadonlyMap<string, Change>, {id, keys, line}: Change, key: string) {
	const left = keys.filter(other => other !== key);
	const next = new Map(changes);
	if (left.length > 0) next.set(id, {id, keys: left, line});
	else next.delete(id);
	return next;
}

type Nearest = (word: string, known: readonly string[]) => string | undefined;

/** Returns the changes that can be applied, and what is wrong with the others. */
function applicable(changes: readonly Change[], scopes: readonly Scope[], nearest: Nearest) {
	const problems: Problem[] = [];
	let accepted: ReadonlyMap<string, Change> = new Map();
	for (const change of changes) {
		const {id, line} = change;
		const refused = refusal(change, scopes, nearest);
		if (refused !== undefined) {
			problems.push({line, reason: refused});
			continue;
		}

		const keys = change.keys.flatMap(text => {
			const parsed = parseWrittenKey(text);
			const reason =
				'fault' in parsed
					? parsed.fault
					: reservedKeys.includes(parsed.key)
						? `${parsed.key} stays as it is`
						: undefined;
			if (reason !== undefined) problems.push({line, reason: `${id}: ${reason}`});
			return 'key' in parsed && reason === undefined ? [parsed.key] : [];
		});
		if (keys.length > 0 || change.keys.length === 0) accepted = new Map(accepted).set(id, {id, keys, line});
	}

	for (let conflict = findConflict(scopes, accepted); conflict; conflict = findConflict(scopes, accepted)) {
		problems.push({line: conflict.change.line, reason: `${conflict.change.id}: ${conflict.reason}`});
		accepted = withoutKey(accepted, conflict.change, conflict.key);
	}

	return {accepted, problems: problems.sort((a, b) => a.line - b.line)};
}

/** Gives the bindings the keys that the user wants. Whatever is wrong is reported, and the rest applies. */
export function customize(layers: Layers, changes: readonly Change[], nearest: Nearest): Customized {
	const {accepted, problems} = applicable(changes.map(withPrintedId), scopesOf(layers), nearest);
	const changed = (bindings: readonly Binding[], scope: Pick<Scope, 'prefix' | 'isTyping'>): readonly Binding[] =>
		bindings.map(binding => {
			const keys = keysOf(binding, {...scope, title: '', keys: [], shared: []}, accepted);
			return keys === binding.keys ? binding : {...binding, id: commandId(binding, scope.prefix), keys};
		});
	const layerWith = (layer: Layer, prefix: string): Layer => ({
		...layer,
		keys: changed(layer.keys, {prefix, isTyping: layer.isTyping ?? false}),
		...(layer.pane && {
			pane: {...layer.pane, keys: changed(layer.pane.keys, {prefix: 'details.', isTyping: false})},
		}),
		...(layer.search && {
			search: {...layer.search, keys: changed(layer.search.keys, {prefix: 'search.', isTyping: true})},
		}),
	});
	const all = (group: Layers['screens'] | Layers['dialogs'], isDialog: boolean) =>
		Object.fromEntries(
			Object.entries(group).map(([name, layer]) => [name, layerWith(layer, isDialog ? prefixOf(name) : '')]),
		);
	const shared = {prefix: '', isTyping: false};
	return {
		layers: {
			screens: all(layers.screens, false),
			dialogs: all(layers.dialogs, true),
			anywhere: changed(anywhereIn(layers), shared),
			always: changed(alwaysIn(layers), {...shared, isTyping: true}),
		},
		changed: new Map([...accepted].map(([id, {keys}]) => [id, keys[0] === undefined ? undefined : keyLabel(keys[0])])),
		problems,
	};
}

const idWidth = 32;
const keysWidth = 28;

/** Returns a table of all bindings in force, as `landfall keys` prints it: ids, keys and what they do. A binding that several screens share is listed once. */
export function keyListing(layers: Layers): string {
	const listed = new Set<string>();
	const rowsOf = (bindings: readonly Binding[], prefix: string): readonly string[] =>
		bindings.flatMap(binding => {
			const id = commandId(binding, prefix);
			const keys = binding.keys.length === 0 ? 'none' : binding.keys.map(keyLabel).join(' ');
			const row = `  ${id.padEnd(idWidth)} ${keys.padEnd(keysWidth)} ${binding.label}`;
			if (listed.has(row)) return [];
			listed.add(row);
			return [row];
		});
	const everywhere = rowsOf([...anywhereIn(layers), ...alwaysIn(layers)], '');
	const sections = scopesOf(layers).map(({title, prefix, keys}) => ({title, rows: rowsOf(keys, prefix)}));
	return [{title: 'Everywhere', rows: everywhere}, ...sections]
		.filter(({rows}) => rows.length > 0)
		.map(({title, rows}) => [title, ...rows, ''].join('\n'))
		.join('\n');
}
