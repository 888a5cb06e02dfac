import {parseCommand, parseQuiet} from '../../../store/model/deployments/notification-rules.ts';
import {emptyBody, parseBody} from '../../../store/model/writes/confirmation.ts';
import type {LineAbout} from '../../../store/state/interface/dialog.ts';
import type {State} from '../../../store/state/state.ts';
import type {Key} from '../../../terminal/input/key-names.ts';
import {isVisible, plain} from '../../../text.ts';
import type {Binding, KeyContext} from '../../contexts.ts';
import {isAsciiKey, lineEditing, typeAscii, typeText} from '../../keys/text-keys.ts';

/** Whether the line is short ASCII text, typed into an `AsciiInput`. */
const isShort = ({interface: {dialog}}: State): boolean => dialog?.name === 'line' && dialog.about.kind === 'quiet';

export const isForShortLine = (state: State, key: Key): boolean => isShort(state) && isAsciiKey(key);

export const typeLine = (keyContext: KeyContext, state: State, text: string) =>
	isShort(state) ? typeAscii(keyContext, state, text) : typeText(keyContext, state, text);

/** Shown before changes are discarded. */
const discardWarning = plain`Press esc again to discard your changes.`;

/** Applies the line and returns to what it was opened from. An invalid line stays open with its problem. */
function accept({store, actions}: KeyContext, {interface: {dialog, profiles}, presence: {rules}}: State) {
	if (dialog?.name !== 'line') return;
	const {about, typed} = dialog;
	switch (about.kind) {
		case 'body': {
			const body = typed.trim() === '' ? emptyBody : typed.trim();
			if (!parseBody(body)) {
				return store.dispatch({
					type: 'line-refused',
					problem: plain`Not a JSON object. Example: {"environment_id": "preview"}`,
				});
			}

			return store.dispatch({type: 'dialog-opened', dialog: {name: 'deploy', ...about.question, body}});
		}

		case 'quiet': {
			const parsed = parseQuiet(typed);
			if (!parsed) return store.dispatch({type: 'line-refused', problem: plain`Enter hours as 22:00-7:00.`});
			void actions.changeRules({...rules, ...parsed});
			break;
		}

		case 'command':
			void actions.changeRules({...rules, command: parseCommand(typed)});
			break;

		case 'profile name': {
			const name = typed.trim();
			if (!isVisible(name)) return store.dispatch({type: 'line-refused', problem: plain`Enter a name.`});
			if (name !== about.profile && profiles.some(other => other.name === name))
				return store.dispatch({type: 'line-refused', problem: plain`Another profile has this name.`});
			if (name === about.profile) break;
			store.dispatch({type: 'dialog-closed'});
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

	leave({store, actions}, dialog.about);
}

/** Returns to the dialog that the line was opened from. */
function leave({store, actions}: Pick<KeyContext, 'store' | 'actions'>, about: LineAbout) {
	if (about.kind === 'body') return store.dispatch({type: 'dialog-closed'});
	if ('profile' in about) return actions.openProfiles(about.profile);
	store.dispatch({type: 'dialog-opened', dialog: {name: 'rules', index: about.kind === 'quiet' ? 2 : 5}});
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
				return keyContext.store.dispatch({type: 'line-refused', problem: discardWarning});
			}

			if (about.kind === 'body') keyContext.actions.askToDeploy(about.question);
			else leave(keyContext, about);
		},
	},
	...lineEditing,
];
