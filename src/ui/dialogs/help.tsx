import {caseless, fit, plain, safe} from '../../base/text.ts';
import {legendOf} from '../../present/legend.ts';
import type {Line} from '../../present/line.ts';
import {withoutDialog} from '../../state/dialogs.ts';
import {viewOf} from '../../state/documents.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {notify} from '../../sync/store.ts';
import {documentDialog, rowOfKey} from '../components/document.tsx';
import type {Binding, DrawContext, KeyTarget} from '../contexts.ts';
import {keyLabel} from '../keys/binding.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {targetOf} from '../keys/dispatch.ts';
import {textOf} from '../lines/text-lines.ts';

/** With less room than this, a reason is left out: it would be cut too short. */
const minReasonWidth = 16;

/** A binding's keys and label, and why it is blocked if it is. */
function bindingLine(
	{keys, label, blocked}: Binding,
	state: State,
	target: KeyTarget | undefined,
	width: number,
): Line {
	const reason = blocked?.(state, target);
	const keysWidth = width < 50 ? 10 : 16;
	const labels = keys.map(keyLabel);
	const all = labels.join(' ');
	const hasRoom = width - keysWidth - label.length >= minReasonWidth;
	return [
		{text: fit(safe(all.length < keysWidth ? all : (labels[0] ?? '')), keysWidth), tone: reason ? 'quiet' : 'accent'},
		{text: safe(label), tone: reason ? 'quiet' : 'plain'},
		{text: reason && hasRoom ? safe(`   ${reason}`) : plain``, tone: 'quiet'},
	];
}

type HelpLine = {
	/** Identifies the line while others are left out. */
	readonly key: number;
	readonly section: number;
	readonly line: Line;
	readonly binding?: Binding;
};

/** Why a binding does nothing is not searched: there is no room for it on a narrow screen. */
const isMatch = ({keys, label}: Binding, query: string): boolean =>
	caseless([...keys.map(keyLabel), label].join(' ')).includes(query);

/** The title of each section and its keys. While a query is typed, only the keys that match it, and their titles. */
function helpLines({state, scopes}: DrawContext, width: number): readonly HelpLine[] {
	const target = targetOf(state, scopes);
	const screen = scopes.screens[currentScreen(state).name];
	const query = caseless(viewOf(state)?.search?.query ?? '');
	const sections = [
		...(screen ? [{title: screen.title, bindings: screen.keys}] : []),
		{title: 'Everywhere', bindings: [...scopes.anywhere, ...scopes.always]},
	];
	const all = sections
		.flatMap(
			({title, bindings}, section): ReadonlyArray<Omit<HelpLine, 'key'>> => [
				{section, line: []},
				{section, line: [{text: safe(title), tone: 'strong'}]},
				...bindings.map(binding => ({section, line: bindingLine(binding, state, target, width), binding})),
			],
		)
		.map((entry, key) => ({...entry, key}));
	const found = all.filter(({binding}) => binding && isMatch(binding, query));
	return all
		.filter(entry => (entry.binding ? found.includes(entry) : found.some(({section}) => section === entry.section)))
		.slice(1);
}

type LegendLine = {readonly line: Line; readonly key: number | undefined};

/** What signs and status words mean, in sections below the keys. While a query is typed, only the entries that match it, and their titles. */
function legendLines({state, context}: DrawContext, width: number): readonly LegendLine[] {
	const query = caseless(viewOf(state)?.search?.query ?? '');
	let key = firstLegendKey;
	return legendOf(currentScreen(state).name, width, context).flatMap(({title, entries}) => {
		const keyed = entries.map(entry => entry.map(line => ({line, key: key++})));
		const found = keyed.filter(entry => caseless(entry.map(({line}) => textOf(line)).join(' ')).includes(query));
		const heading: Line = [{text: title, tone: 'strong'}];
		return found.length === 0 ? [] : [{line: [], key: undefined}, {line: heading, key: undefined}, ...found.flat()];
	});
}

/** Above the keys of all bindings. */
const firstLegendKey = 1000;

const runSelected: Binding['run'] = (keyContext, state) => {
	const {store, scopes, drawContext} = keyContext;
	const drawing = {...drawContext(), state};
	const lines = helpLines(drawing, Number.POSITIVE_INFINITY);
	const document = helpDocument(lines, legendLines(drawing, Number.POSITIVE_INFINITY));
	const {binding} = lines[rowOfKey(document, viewOf(state)?.cursor ?? 0) ?? -1] ?? {};
	if (!binding) return;
	const target = targetOf(state, scopes());
	const reason = binding.blocked?.(state, target);
	if (reason !== undefined) return notify(store, safe(reason), 'quiet');
	store.change(withoutDialog);
	binding.run(keyContext, store.get(), binding.keys[0] ?? '', target);
};

/** The cursor also goes to the lines of the legend, so that they scroll into view. */
function helpDocument(lines: readonly HelpLine[], legend: readonly LegendLine[]) {
	// Without lines of bindings, the first line of the legend is a blank one.
	const shown = lines.length === 0 ? legend.slice(1) : legend;
	return {
		rows: [...lines, ...shown].map(({line}) => line),
		keys: [...lines.map(({binding, key}) => binding && key), ...shown.map(({key}) => key)],
	};
}

/** Every key of the screen below the dialog, generated from its bindings, and a legend of its signs. */
export const helpDialog = documentDialog({
	title: plain`Help`,
	hasCursor: true,
	isFiltered: true,
	read: (drawing, width) => helpDocument(helpLines(drawing, width), legendLines(drawing, width)),
	keys: [
		{keys: ['enter'], label: 'run', isHinted: true, run: runSelected},
		{...closeDialog, keys: ['esc', '?', 'q']},
	],
});
