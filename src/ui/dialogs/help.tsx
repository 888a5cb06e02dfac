import {caseless, fit, plain, safe} from '../../base/text.ts';
import {keyLabel, labelOf} from '../../model/commands.ts';
import {legendOf} from '../../present/legend.ts';
import {type Line, lineText} from '../../present/line.ts';
import {withoutDialog} from '../../state/dialogs.ts';
import {viewOf} from '../../state/documents.ts';
import {keysOf} from '../../state/preferences.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {notify} from '../../sync/store.ts';
import {documentDialog, rowOfId} from '../components/document.tsx';
import type {Binding, DrawContext, KeyScope, KeyTarget} from '../contexts.ts';
import {closing} from '../keys/common-keys.ts';
import {targetOf} from '../keys/dispatch.ts';

/** In cells. The reason is left out if there is less room. */
const minReasonWidth = 16;

function bindingLine({id, unavailable}: Binding, state: State, target: KeyTarget | undefined, width: number): Line {
	const reason = unavailable?.(state, target);
	const keysWidth = width < 50 ? 10 : 16;
	const labels = keysOf(state, id).map(keyLabel);
	const label = labelOf(id);
	const all = labels.join(' ');
	const hasRoom = width - keysWidth - label.length >= minReasonWidth;
	const keys = fit(safe(all.length < keysWidth ? all : (labels[0] ?? '')), keysWidth - 1);
	return [
		{text: plain`${keys} `, tone: reason ? 'quiet' : 'accent'},
		{text: safe(label), tone: reason ? 'quiet' : 'plain'},
		{text: reason && hasRoom ? safe(`   ${reason}`) : plain``, tone: 'quiet'},
	];
}

type HelpLine = {
	readonly line: Line;
	/** Identifies the line while others are filtered out. The cursor skips a line without a key. */
	readonly key?: number;
	readonly binding?: Binding;
};

/** Lacks the reason, because a narrow screen does not show it. */
const helpSearchText = ({line, binding}: HelpLine, state: State): string =>
	binding ? [...keysOf(state, binding.id).map(keyLabel), labelOf(binding.id)].join(' ') : lineText(line);

/** So that a small terminal shows the keys that matter most. */
const hintedFirst = ({keys}: KeyScope): readonly Binding[] =>
	keys.toSorted((a, b) => Number(b.isHinted ?? false) - Number(a.isHinted ?? false));

function helpLines(drawing: DrawContext, width: number): readonly HelpLine[] {
	const {state, scopes, context} = drawing;
	const target = targetOf(state, scopes);
	const screenName = currentScreen(state).name;
	const screen = scopes.screens[screenName];
	const query = caseless(viewOf(state)?.search?.query ?? '');
	const keySections = [
		...(screen ? [{title: screen.title, bindings: hintedFirst(screen)}] : []),
		{title: 'Everywhere', bindings: [...scopes.anywhere, ...scopes.always]},
	].map(({title, bindings}) => ({
		title: safe(title),
		entries: bindings.map(binding => [{line: bindingLine(binding, state, target, width), binding}]),
	}));
	const legend = legendOf(screenName, width, context).map(({title, entries}) => ({
		title,
		entries: entries.map(entry => entry.map(line => ({line}))),
	}));
	let key = 0;
	return [...keySections, ...legend]
		.flatMap(({title, entries}): readonly HelpLine[] => {
			// Lines of the legend have keys, too, so that the cursor scrolls them into view.
			const keyed = entries.map(entry => entry.map((helpLine): HelpLine => ({...helpLine, key: key++})));
			const found = keyed.filter(entry =>
				caseless(entry.map(helpLine => helpSearchText(helpLine, state)).join(' ')).includes(query),
			);
			return found.length === 0 ? [] : [{line: []}, {line: [{text: title, tone: 'strong'}]}, ...found.flat()];
		})
		.slice(1);
}

const helpDocument = (lines: readonly HelpLine[]) => ({
	rows: lines.map(({line}) => line),
	rowIds: lines.map(({key}) => key),
});

const runSelected: Binding['run'] = (app, state) => {
	const {store, scopes, drawContext} = app;
	const lines = helpLines({...drawContext(), state}, Number.POSITIVE_INFINITY);
	const {binding} = lines[rowOfId(helpDocument(lines), viewOf(state)?.cursor ?? 0) ?? -1] ?? {};
	if (!binding) return;
	const target = targetOf(state, scopes());
	const reason = binding.unavailable?.(state, target);
	if (reason !== undefined) return notify(store, safe(reason), 'quiet');
	store.change(withoutDialog);
	binding.run(app, store.get(), keysOf(state, binding.id)[0] ?? '', target);
};

export const helpDialog = documentDialog({
	title: plain`Help`,
	hasCursor: true,
	isFiltered: true,
	read: (drawing, width) => helpDocument(helpLines(drawing, width)),
	keys: [{id: 'help.run', isHinted: true, run: runSelected}, closing('help.close')],
});
