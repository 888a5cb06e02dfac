import {Box} from 'ink';
import {isVisible, plain, type SafeText, safe} from '../../base/text.ts';
import {emptyBody, parseBody} from '../../model/confirmation.ts';
import {contentWidth} from '../../model/layout.ts';
import {parseCommand, parseQuiet} from '../../model/notification-rules.ts';
import {openDialog, withDialog, withoutDialog} from '../../state/dialogs.ts';
import {openProfiles} from '../../state/login.ts';
import {clearFilter} from '../../state/projects.ts';
import type {LineAbout} from '../../state/screen.ts';
import type {State} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import {DialogBox, Paragraph} from '../components/dialog-box.tsx';
import {TextField} from '../components/form.tsx';
import type {Binding, KeyContext, KeyScope} from '../contexts.ts';
import {travelKeys} from '../keys/list-keys.ts';
import {isAsciiKey, lineEditing, typeAscii, typeText} from '../keys/text-keys.ts';
import {useView} from '../runtime.tsx';

function LineDialog() {
	const {state} = useView();
	const {dialog, size} = state.interface;
	const line = editedLine(state);
	if (dialog?.name !== 'line' || !line) return null;
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
			<TextField line={line} width={contentWidth(size)} isAscii={isOneAsciiLine(state)} />
			{dialog.problem && <Paragraph text={dialog.problem} tone="bad" />}
		</DialogBox>
	);
}

/** Whether the line is short ASCII text, which Ink's text field takes. */
const isOneAsciiLine = ({interface: {dialog}}: State): boolean =>
	dialog?.name === 'line' && dialog.about.kind === 'quiet';

const discardWarning = plain`Press esc again to discard your changes.`;

const keys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'apply',
		isHinted: true,
		run(keyContext, state) {
			const {dialog} = state.interface;
			if (dialog?.name !== 'line') return;
			const result = questionOf(dialog.about).accept(dialog.typed, keyContext, state);
			keyContext.store.change(
				typeof result === 'function' ? result : current => withDialog(current, 'line', {problem: result}),
			);
		},
	},
	{
		keys: ['esc'],
		label: 'cancel',
		isHinted: true,
		run(keyContext, {interface: {dialog}}) {
			if (dialog?.name !== 'line') return;
			const {about, typed, initial, problem} = dialog;
			if (typed === initial || problem === discardWarning) questionOf(about).leave(keyContext);
			else keyContext.store.change(state => withDialog(state, 'line', {problem: discardWarning}));
		},
	},
	...lineEditing,
];

export const lineDialog = {
	title: 'Line',
	component: LineDialog,
	keys,
	isTyping: true,
	onText: (keyContext, state, text) => (isOneAsciiLine(state) ? typeAscii : typeText)(keyContext, state, text),
	isForWidget: (state, key) => isOneAsciiLine(state) && isAsciiKey(key),
} satisfies KeyScope & {component: unknown};

type Question = {
	readonly title: SafeText;
	readonly help: SafeText;
	/** Applies the text. Returns how it goes on, or what is wrong with the text, which stays open then. */
	readonly accept: (text: string, keyContext: KeyContext, state: State) => ((state: State) => State) | SafeText;
	/** Returns to what the line was opened from. */
	readonly leave: (keyContext: KeyContext) => void;
};

function questionOf(about: LineAbout): Question {
	switch (about.kind) {
		case 'body':
			return {
				title: plain`Request body to deploy ${about.question.title}`,
				help: plain`A JSON object. The API documents {} and no fields. What you enter is kept for the next deployment.`,
				accept(text) {
					const body = text.trim() === '' ? emptyBody : text.trim();
					if (!parseBody(body)) return plain`Not a JSON object. Example: {"environment_id": "preview"}`;
					return state => openDialog(state, {name: 'deploy', ...about.question, body});
				},
				leave: ({actions}) => actions.askToDeploy(about.question),
			};

		case 'quiet':
			return {
				title: plain`Quiet hours`,
				help: plain`Quiet between these times, such as 22:00-7:00. Empty for none.`,
				accept(text, {actions}, {presence: {rules}}) {
					const hours = parseQuiet(text);
					if (!hours) return plain`Enter hours as 22:00-7:00.`;
					void actions.changeRules({...rules, ...hours});
					return toRule(2);
				},
				leave: ({store}) => store.change(toRule(2)),
			};

		case 'command':
			return {
				title: plain`Command to run with each notification`,
				help: plain`A program and its arguments, run without a shell. Its environment holds LANDFALL_PROJECT, LANDFALL_OUTCOME, LANDFALL_CONCLUSION, LANDFALL_VERSION, LANDFALL_URL and others. Empty for none.`,
				accept(text, {actions}, {presence: {rules}}) {
					void actions.changeRules({...rules, command: parseCommand(text)});
					return toRule(5);
				},
				leave: ({store}) => store.change(toRule(5)),
			};

		case 'profile name':
			return {
				title: plain`New name of ${safe(about.profile)}`,
				help: plain`Its key and its history move along.`,
				accept(text, {actions}, {interface: {profiles}}) {
					const name = text.trim();
					if (!isVisible(name)) return plain`Enter a name.`;
					if (name === about.profile) return toProfile(name);
					if (profiles.some(other => other.name === name)) return plain`Another profile has this name.`;
					void actions.renameProfile(about.profile, name);
					return withoutDialog;
				},
				leave: ({store}) => store.change(toProfile(about.profile)),
			};

		case 'protects':
			return {
				title: plain`Projects that ${safe(about.profile)} protects`,
				help: plain`Names or slugs, separated by commas; * stands for any text. They can't be deleted, and deploying one asks twice. Empty for none.`,
				accept(text, {actions}) {
					const patterns = text.split(',').map(part => part.trim());
					void actions.protectProjects(about.profile, patterns.filter(isVisible));
					return toProfile(about.profile);
				},
				leave: ({store}) => store.change(toProfile(about.profile)),
			};
	}
}

const toRule = (index: number) => (state: State) => openDialog(state, {name: 'rules', index});

const toProfile = (name: string) => (state: State) => openProfiles(state, name);

const filterKeys: readonly Binding[] = [
	{keys: ['enter'], label: 'apply', isHinted: true, run: ({store}) => store.change(withoutDialog)},
	{keys: ['esc'], label: 'clear', isHinted: true, run: ({store}) => store.change(clearFilter)},
	...lineEditing,
	...travelKeys,
];

/** The filter is typed in the status line, so its dialog renders nothing. */
export const filterDialog = {
	title: 'Filter',
	component: () => null,
	keys: filterKeys,
	isTyping: true,
	onText: typeText,
};
