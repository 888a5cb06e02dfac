import {parseCommand, parseQuiet} from '../../../store/model/deployments/notification-rules.ts';
import {emptyBody, parseBody} from '../../../store/model/writes/confirmation.ts';
import type {LineAbout} from '../../../store/state/dialog.ts';
import {openDialog, withDialog, withoutDialog} from '../../../store/state/dialogs.ts';
import {openProfiles} from '../../../store/state/login.ts';
import type {State} from '../../../store/state/state.ts';
import type {Store} from '../../../store/store.ts';
import type {Key} from '../../../terminal/input/key-names.ts';
import {isVisible, plain, type SafeText} from '../../../text.ts';
import type {Binding, KeyContext} from '../../contexts.ts';
import {isAsciiKey, lineEditing, typeAscii, typeText} from '../../keys/text-keys.ts';

/** Whether the line is short ASCII text, typed into an `AsciiInput`. */
const isShort = ({interface: {dialog}}: State): boolean => dialog?.name === 'line' && dialog.about.kind === 'quiet';

export const isForShortLine = (state: State, key: Key): boolean => isShort(state) && isAsciiKey(key);

export const typeLine = (keyContext: KeyContext, state: State, text: string) =>
	isShort(state) ? typeAscii(keyContext, state, text) : typeText(keyContext, state, text);

/** Shown before changes are discarded. */
const discardWarning = plain`Press esc again to discard your changes.`;

const refuse = (store: Store, problem: SafeText) => store.change(state => withDialog(state, 'line', {problem}));

/** Applies the line and returns to what it was opened from. An invalid line stays open with its problem. */
function accept({store, actions}: KeyContext, {interface: {dialog, profiles}, presence: {rules}}: State) {
	if (dialog?.name !== 'line') return;
	const {about, typed} = dialog;
	switch (about.kind) {
		case 'body': {
			const body = typed.trim() === '' ? emptyBody : typed.trim();
			if (!parseBody(body)) {
				return refuse(store, plain`Not a JSON object. Example: {"environment_id": "preview"}`);
			}

			return store.change(state => openDialog(state, {name: 'deploy', ...about.question, body}));
		}

		case 'quiet': {
			const parsed = parseQuiet(typed);
			if (!parsed) return refuse(store, plain`Enter hours as 22:00-7:00.`);
			void actions.changeRules({...rules, ...parsed});
			break;
		}

		case 'command':
			void actions.changeRules({...rules, command: parseCommand(typed)});
			break;

		case 'profile name': {
			const name = typed.trim();
			if (!isVisible(name)) return refuse(store, plain`Enter a name.`);
			if (name !== about.profile && profiles.some(other => other.name === name))
				return refuse(store, plain`Another profile has this name.`);
			if (name === about.profile) break;
			store.change(withoutDialog);
			void actions.renameProfile(about.profile, name);
			return;
		}

		case 'protects':
			void actions.protectProjects(
				about.profile,
				typed
					.split(',')
					.map(text => text.trim())
					.filter(isVisible),
			);
	}

	leave(store, dialog.about);
}

/** Returns to the dialog that the line was opened from. */
function leave(store: Store, about: LineAbout) {
	if (about.kind === 'body') return store.change(withoutDialog);
	if ('profile' in about) return store.change(state => openProfiles(state, about.profile));
	store.change(state => openDialog(state, {name: 'rules', index: about.kind === 'quiet' ? 2 : 5}));
}

export const lineKeys: readonly Binding[] = [
	{keys: ['enter'], label: 'apply', isHinted: true, run: accept},
	{
		keys: ['esc'],
		label: 'cancel',
		isHinted: true,
		run(keyContext, {interface: {dialog}}) {
			if (dialog?.name !== 'line') return;
			const {about, typed, initial, problem} = dialog;
			if (typed !== initial && problem !== discardWarning) {
				return refuse(keyContext.store, discardWarning);
			}

			if (about.kind === 'body') keyContext.actions.askToDeploy(about.question);
			else leave(keyContext.store, about);
		},
	},
	...lineEditing,
];
