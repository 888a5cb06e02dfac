import {fit, plain, safe} from '../../base/text.ts';
import type {Line} from '../../present/line.ts';
import {withoutDialog} from '../../state/dialogs.ts';
import {viewOf} from '../../state/documents.ts';
import {currentScreen, type State, withNotice} from '../../state/state.ts';
import {type DocumentStyle, documentScope, textDocument, withLayout} from '../components/document.ts';
import {documentDialog} from '../components/document-dialog.tsx';
import type {Binding, DrawContext, KeyTarget} from '../contexts.ts';
import {keyLabel} from '../keys/binding.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {targetOf} from '../keys/dispatch.ts';

/** How wide the keys are on a wide screen, and on a narrow one. */
const keysWidths = {wide: 16, narrow: 10};
const narrowWidth = 50;

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
	const keysWidth = width < narrowWidth ? keysWidths.narrow : keysWidths.wide;
	const labels = keys.map(keyLabel);
	const all = labels.join(' ');
	const room = width - keysWidth - label.length;
	return [
		{text: fit(safe(all.length < keysWidth ? all : (labels[0] ?? '')), keysWidth), tone: reason ? 'quiet' : 'accent'},
		{text: safe(label), tone: reason ? 'quiet' : 'plain'},
		{text: reason && room >= minReasonWidth ? safe(`   ${reason}`) : plain``, tone: 'quiet'},
	];
}

type HelpLine = {
	/** Identifies the line while others are left out. */
	readonly key: number;
	readonly section: number;
	readonly line: Line;
	/** Undefined for a heading and the blank line above it. */
	readonly binding?: Binding;
};

/** Whether a query is in the keys or the label of a binding. Why it does nothing is not searched: there is no room for it on a narrow screen. */
const isMatch = ({keys, label}: Binding, query: string): boolean =>
	[...keys.map(keyLabel), label].join(' ').toLowerCase().includes(query);

/** The title of each section and its keys. While a query is typed, only the keys that match it, and their titles. */
function helpLines({state, scopes}: DrawContext, width: number): readonly HelpLine[] {
	const target = targetOf(state, scopes);
	const screen = scopes.screens[currentScreen(state).name];
	const query = viewOf(state)?.search?.query.toLowerCase() ?? '';
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

/** Every key of the screen below the dialog, generated from its bindings. */
const helpDocument: DocumentStyle = {
	hasCursor: true,
	read(shown, width) {
		const lines = helpLines(shown, width);
		return {
			...textDocument(lines.map(({line}) => line)),
			canSelect: index => lines[index]?.binding !== undefined,
			keyOf: index => lines[index]?.key ?? 0,
		};
	},
};

/** Runs the selected key, unless it is blocked. */
const runSelected = withLayout(helpDocument, ({cursor = -1}, keyContext) => {
	const {store, scopes} = keyContext;
	const state = store.get();
	const {binding} = helpLines({...keyContext.drawContext(), state}, Number.POSITIVE_INFINITY)[cursor] ?? {};
	if (!binding) return;
	const target = targetOf(state, scopes());
	const reason = binding.blocked?.(state, target);
	if (reason !== undefined) return store.change((current, now) => withNotice(current, safe(reason), 'quiet', now));
	store.change(withoutDialog);
	binding.run(keyContext, store.get(), binding.keys[0] ?? '', target);
});

const helpKeys: readonly Binding[] = [
	{keys: ['enter'], label: 'run', isHinted: true, run: runSelected},
	{...closeDialog, keys: ['esc', '?', 'q']},
];

export const helpDialog = {
	...documentScope('Help', helpDocument, helpKeys),
	component: documentDialog(plain`Help`, helpDocument),
};
