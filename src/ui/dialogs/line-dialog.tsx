import {Box} from 'ink';
import {cells, isVisible, plain, type SafeText, safe} from '../../base/text.ts';
import {bodyIn, parseBody} from '../../model/confirmation.ts';
import {dialogContentWidth} from '../../model/layout.ts';
import {parseCommand} from '../../model/notification-rules.ts';
import {dialogOf, openDialog, withDialog, withoutDialog} from '../../state/dialogs.ts';
import {withoutTyped} from '../../state/forms.ts';
import {openProfiles} from '../../state/login.ts';
import {shortcutOf} from '../../state/preferences.ts';
import type {LineAbout} from '../../state/screen.ts';
import type {State} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import type {Actions} from '../../sync/session.ts';
import {DialogBox, Paragraph} from '../components/dialog-box.tsx';
import {TextField} from '../components/form-fields.tsx';
import type {Binding, KeyScope} from '../contexts.ts';
import {useStore} from '../hooks.tsx';
import {changing} from '../keys/binding.ts';
import {lineEditing, typeText} from '../keys/common-keys.ts';
import {openCommandRule} from './rules.tsx';

function LineDialog() {
	const state = useStore();
	const dialog = dialogOf(state, 'line');
	const line = editedLine(state);
	if (!dialog || !line) return null;
	const {title, help} = questionOf(dialog.about);
	return (
		<DialogBox
			title={title}
			facts={
				<Box flexShrink={0} paddingBottom={1}>
					<Paragraph text={help} tone="quiet" />
				</Box>
			}
		>
			<TextField line={line} width={dialogContentWidth(state.interface.size)} />
			{dialog.about.kind === 'body' && dialog.about.isResumed && (
				<Paragraph
					text={plain`As you typed it before; ${shortcutOf(state, 'drop-unsent-changes')} drops it.`}
					tone="strong"
				/>
			)}
			{dialog.problem && <Paragraph text={dialog.problem} tone="bad" />}
		</DialogBox>
	);
}

const discardWarning = plain`Press esc again to drop your changes.`;

const keys: readonly Binding[] = [
	{
		id: 'line.apply',
		isHinted: true,
		isAnswer: true,
		run({store, actions}, state) {
			const dialog = dialogOf(state, 'line');
			if (!dialog) return;
			const {accept, back} = questionOf(dialog.about);
			const problem = accept(dialog.typed, actions, state);
			store.change(current => (problem ? withDialog(current, 'line', {problem}) : back(current, dialog.typed)));
		},
	},
	{
		id: 'line.cancel',
		isHinted: true,
		run({store}, state) {
			const dialog = dialogOf(state, 'line');
			if (!dialog) return;
			const {about, typed, initial, problem} = dialog;
			// A request body is kept as typed.
			const canLeave = typed === initial || problem === discardWarning || about.kind === 'body';
			store.change(current =>
				canLeave ? questionOf(about).back(current, initial) : withDialog(current, 'line', {problem: discardWarning}),
			);
		},
	},
	{
		id: 'drop-unsent-changes',
		unavailable(state) {
			const dialog = dialogOf(state, 'line');
			return dialog && dialog.typed !== dialog.initial ? undefined : 'No changes to drop';
		},
		run: changing(withoutTyped),
	},
	...lineEditing,
];

export const lineDialog = {
	title: 'Line',
	component: LineDialog,
	keys,
	isTyping: true,
	onText: typeText,
} satisfies KeyScope & {component: unknown};

type Question = {
	readonly title: SafeText;
	readonly help: SafeText;
	/** Applies the text, or returns what is wrong with it. */
	readonly accept: (text: string, actions: Actions, state: State) => SafeText | undefined;
	readonly back: (state: State, text: string) => State;
};

function questionOf(about: LineAbout): Question {
	switch (about.kind) {
		case 'body':
			return {
				title: plain`Request body to deploy ${about.question.title}`,
				help: plain`A JSON object. The API documents only {}. What you enter is kept for the next deployment.`,
				accept: text => (parseBody(bodyIn(text)) ? undefined : plain`Not a JSON object. Example: {}`),
				back: (state, text) => openDialog(state, {name: 'deploy', ...about.question, body: bodyIn(text)}),
			};

		case 'command':
			return {
				title: plain`Command to run with each notification`,
				help: plain`A program and its arguments, run without a shell. Its environment holds LANDFALL_PROJECT, LANDFALL_OUTCOME, LANDFALL_CONCLUSION, LANDFALL_VERSION, LANDFALL_URL and others. Leave empty to turn off.`,
				accept(text, {changeRules}, {preferences: {rules}}) {
					void changeRules({...rules, command: parseCommand(text)});
					return undefined;
				},
				back: openCommandRule,
			};

		case 'filter name':
			return {
				title: plain`Save the filter ${safe(about.query)}`,
				help: plain`A short name. A filter with the same name is replaced.`,
				accept(text, {saveFilter}) {
					const name = text.trim();
					if (!isVisible(name)) return plain`Enter a name.`;
					if (cells(safe(name)) > 30) return plain`Enter a name of at most 30 characters.`;
					void saveFilter(name, about.query);
					return undefined;
				},
				back: withoutDialog,
			};

		case 'profile name':
			return {
				title: plain`New name for ${safe(about.profile)}`,
				help: plain`Its key and history are kept.`,
				accept(text, {renameProfile}, {interface: {profiles}}) {
					const name = text.trim();
					if (!isVisible(name)) return plain`Enter a name.`;
					if (name === about.profile) return undefined;
					if (profiles.some(other => other.name === name)) return plain`Another profile has this name.`;
					void renameProfile(about.profile, name);
					return undefined;
				},
				back: state => openProfiles(state, about.profile),
			};
	}
}
