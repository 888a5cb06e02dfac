import {noBody, parseBody} from '../../../store/question.ts';
import {parseCommand, parseQuiet} from '../../../store/rules.ts';
import type {State} from '../../../store/state.ts';
import {plain} from '../../../text.ts';
import {isAsciiKey, lineEditing, typeAscii, typeText} from '../../components/typing.ts';
import type {Binding, Desk} from '../../desk.ts';

/** Whether the widget for ASCII is there. */
const isShort = ({dialog}: State): boolean => dialog?.name === 'line' && dialog.about.kind === 'quiet';

export const isForShortLine = (state: State, key: string): boolean => isShort(state) && isAsciiKey(key);

export const typeLine = (desk: Desk, state: State, text: string) =>
	isShort(state) ? typeAscii(desk, state, text) : typeText(desk, state, text);

/** What is said before something typed is dropped. */
const dropped = plain`Press esc again to discard your changes.`;

/** Takes the line back to where it was asked for. Keeps it where it makes no sense, and says why. */
function accept({store, actions}: Desk, {dialog, rules}: State) {
	if (dialog?.name !== 'line') return;
	const {about, typed} = dialog;
	switch (about.kind) {
		case 'body': {
			const body = typed.trim() === '' ? noBody : typed.trim();
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
	}

	leave({store}, dialog.about.kind);
}

/** Goes back to what the line was typed for. */
function leave({store}: Pick<Desk, 'store'>, kind: 'body' | 'quiet' | 'command') {
	if (kind === 'body') return store.dispatch({type: 'dialog-closed'});
	store.dispatch({type: 'dialog-opened', dialog: {name: 'rules', index: kind === 'quiet' ? 2 : 5}});
}

export const lineKeys: readonly Binding[] = [
	{keys: ['enter'], label: 'apply', isHinted: true, run: accept},
	{
		keys: ['esc'],
		label: 'cancel',
		isHinted: true,
		run(desk, {dialog}) {
			if (dialog?.name !== 'line') return;
			const {about, typed, initial, problem} = dialog;
			if (typed !== initial && problem !== dropped) {
				return desk.store.dispatch({type: 'line-refused', problem: dropped});
			}

			if (about.kind === 'body') desk.actions.askToDeploy(about.question);
			else leave(desk, about.kind);
		},
	},
	...lineEditing,
];
