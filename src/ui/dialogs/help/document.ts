import {type Line, lineText} from '../../../present/line.ts';
import {viewOf} from '../../../store/state/documents.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import {fit, plain, safe} from '../../../text.ts';
import {type DocumentStyle, textDocument} from '../../components/document-layout.ts';
import type {Binding, DrawContext, Subject} from '../../contexts.ts';
import {alwaysIn, anywhereIn} from '../../keys/common-keys.ts';
import {subjectOf} from '../../keys/key-dispatch.ts';
import {keyLabel} from '../../keys/key-label.ts';

/** How wide the keys are on a wide screen, and on a narrow one. */
const keysWidths = {wide: 16, narrow: 10};
const narrowWidth = 50;

/** With less room than this, a reason is left out: it would be cut too short. */
const minReasonWidth = 16;

/** A binding's keys and label, and why it is blocked if it is. */
function bindingLine({keys, label, blocked}: Binding, state: State, subject: Subject | undefined, width: number): Line {
	const reason = blocked?.(state, subject);
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

type HelpLine = {readonly line: Line; readonly binding?: Binding};

/** The title of each section and its keys. While a query is typed, only the keys that match it, and their titles. */
export function helpLines(
	{state, layers}: DrawContext,
	width: number,
): ReadonlyArray<HelpLine & {readonly key: number}> {
	const subject = subjectOf(state, layers);
	const screen = layers.screens[currentScreen(state).name];
	const query = viewOf(state)?.search?.query.toLowerCase() ?? '';
	const sections = [
		...(screen ? [{title: screen.title, bindings: screen.keys}] : []),
		{title: 'Everywhere', bindings: [...anywhereIn(layers), ...alwaysIn(layers)]},
	];
	const all = sections.map(({title, bindings}, index): readonly HelpLine[] => [
		...(index > 0 ? [{line: []}] : []),
		{line: [{text: safe(title), tone: 'strong'}]},
		...bindings.map(binding => ({line: bindingLine(binding, state, subject, width), binding})),
	]);
	let key = 0;
	return all
		.map(section => section.map(entry => ({...entry, key: key++})))
		.flatMap(section => {
			const found = section.filter(({line, binding}) => binding && lineText(line).includes(query));
			return found.length === 0 ? [] : section.filter(entry => !entry.binding || found.includes(entry));
		})
		.filter(({line}, index) => index > 0 || line.length > 0);
}

/** Every key of the screen below the dialog, generated from its bindings. */
export const helpDocument: DocumentStyle = {
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
