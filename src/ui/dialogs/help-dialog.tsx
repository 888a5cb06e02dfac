import type {Line} from '../../present/line.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {fit, plain, safe} from '../../text.ts';
import {type DocumentStyle, documentLayer, textDocument} from '../components/document.ts';
import {documentDialog} from '../components/document-dialog.tsx';
import type {Binding} from '../contexts.ts';
import {alwaysIn, anywhereIn, closeDialog} from '../keys/common-keys.ts';
import {subjectOf} from '../keys/key-dispatch.ts';
import type {Subject} from '../keys/subject.ts';
import {keyLabel} from '../render/footer.ts';

const keysWidth = 16;

/** A binding's keys and label, and why it is blocked if it is. */
function bindingLine({keys, label, blocked}: Binding, state: State, subject: Subject | undefined): Line {
	const reason = blocked?.(state, subject);
	return [
		{text: fit(safe(keys.map(keyLabel).join(' ')), keysWidth), tone: reason ? 'quiet' : 'accent'},
		{text: safe(label), tone: reason ? 'quiet' : 'plain'},
		{text: reason ? safe(`   ${reason}`) : plain``, tone: 'quiet'},
	];
}

type Section = {readonly title: string; readonly bindings: readonly Binding[]};

/** Every key of the screen below the dialog, generated from its bindings. */
const style: DocumentStyle = {
	read({state, layers}) {
		const subject = subjectOf(state, layers);
		const screen = layers.screens[currentScreen(state).name];
		const sections: readonly Section[] = [
			...(screen ? [{title: screen.title, bindings: screen.keys}] : []),
			{title: 'Everywhere', bindings: [...anywhereIn(layers), ...alwaysIn(layers)]},
		];
		const lines = sections.flatMap(({title, bindings}, index): readonly Line[] => [
			...(index > 0 ? [[]] : []),
			[{text: safe(title), tone: 'strong'}],
			...bindings.map(binding => bindingLine(binding, state, subject)),
		]);
		return textDocument(lines);
	},
};

export const helpDialog = {
	...documentLayer('Help', style, [{...closeDialog, keys: ['esc', '?', 'q', 'enter']}]),
	component: documentDialog(plain`Help`, style),
};
