import type {Lost} from '../../../store/losing.ts';
import type {State} from '../../../store/state.ts';
import type {Binding} from '../../desk.ts';

/** The write that is shown. */
export const shownLoss = ({dialog, losses}: State): Lost | undefined =>
	dialog?.name === 'lost' ? losses.get(dialog.id) : undefined;

const whyNotAgain = (state: State): string | undefined => {
	const finding = shownLoss(state)?.finding;
	if (!finding) return 'It is being looked for';
	return finding.kind === 'absent' ? undefined : 'It may have been done: sending it again could do it twice';
};

export const lostKeys: readonly Binding[] = [
	{
		keys: ['r'],
		label: 'send again',
		isHinted: true,
		isWrite: true,
		blocked: whyNotAgain,
		run({actions}, state) {
			void actions.sendAgain(shownLoss(state)?.intended.id ?? '');
		},
	},
	{
		keys: ['c'],
		label: 'look again',
		isHinted: true,
		blocked: state => (shownLoss(state)?.finding ? undefined : 'It is being looked for'),
		run: ({actions}, state) => actions.lookAgain(shownLoss(state)?.intended.id ?? ''),
	},
	{
		keys: ['x'],
		label: 'leave it at that',
		isHinted: true,
		run: ({actions}, state) => actions.leaveLost(shownLoss(state)?.intended.id ?? ''),
	},
	{
		keys: ['esc', 'q'],
		label: 'later',
		isHinted: true,
		run: ({store}) => store.dispatch({type: 'dialog-closed'}),
	},
];
