import {duration} from '../../duration.ts';
import {dateTime} from '../../present/format.ts';
import {type Line, type Tone, wrapped} from '../../present/line.ts';
import type {LostWrite} from '../../store/model/writes/lost-write.ts';
import {absentText} from '../../store/model/writes/reconcile.ts';
import {projectIdOf, writeText} from '../../store/model/writes/write-intent.ts';
import type {State} from '../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {type DocumentStyle, documentLayer, textDocument} from '../components/document.ts';
import {documentDialog} from '../components/document-dialog.tsx';
import {closeDialog} from '../keys/common-keys.ts';

type Sentence = {readonly text: SafeText; readonly tone: Tone};

/** The write that is shown. */
const shownLoss = ({interface: {dialog}, writes: {lost: losses}}: State): LostWrite | undefined =>
	dialog?.name === 'lost' ? losses.get(dialog.id) : undefined;

/** What landfall does to find out. */
function search({nextAt, looks, trouble}: LostWrite, localNow: number): readonly Sentence[] {
	const waitMs = nextAt === undefined ? 0 : Math.max(0, nextAt - localNow);
	const when = waitMs < 1000 ? plain`now` : plain`in ${duration(waitMs)}`;
	return [
		...(trouble ? [{text: safe(trouble, 300), tone: 'bad'} as const] : []),
		{text: plain`landfall checks the service: check ${looks + 1} ${when}.`, tone: 'plain'},
		{text: plain`Nothing is sent again automatically.`, tone: 'plain'},
	];
}

/** What landfall has found out. */
function finding({finding: found, intended, foundAt}: LostWrite, localNow: number): readonly Sentence[] {
	switch (found?.kind) {
		case 'confirmed':
			return [{text: found.text, tone: 'good'}];
		case 'absent':
			return [
				{text: plain`${absentText(intended, foundAt ?? localNow)}.`, tone: 'strong'},
				{text: plain`Press r to send it again, c to check once more.`, tone: 'plain'},
			];
		case 'unclear':
			return [
				{text: plain`${found.text}.`, tone: 'strong'},
				...found.candidates.map((text): Sentence => ({text: plain`  ${text}`, tone: 'plain'})),
			];
		default:
			return [];
	}
}

/** What is known of a write whose answer was lost, and what can be done about it. */
const style: DocumentStyle = {
	read({state, context}, width) {
		const lost = shownLoss(state);
		if (!lost) return textDocument([]);
		const {localNow} = context;
		const {intended, reason} = lost;
		const id = projectIdOf(intended.write);
		const sentences: readonly Sentence[] = [
			{text: plain`We don't know whether ${writeText(intended)}.`, tone: 'bad'},
			...(lost.finding ? finding(lost, localNow) : search(lost, localNow)),
			{text: plain``, tone: 'plain'},
			{text: safe(`${id === '' ? '' : `${id} · `}sent ${dateTime(intended.at)}`), tone: 'quiet'},
			{text: safe(reason ?? 'landfall ended before the answer came.', 400), tone: 'quiet'},
		];
		return textDocument(
			sentences.flatMap(({text, tone}) => wrapped(text, width).map((line): Line => [{text: line, tone}])),
		);
	},
};

const whyNotAgain = (state: State): string | undefined => {
	const found = shownLoss(state)?.finding;
	if (!found) return 'landfall is still checking';
	return found.kind === 'absent' ? undefined : 'It may have been done: sending it again could do it twice';
};

export const lostDialog = {
	...documentLayer('Unconfirmed change', style, [
		{...closeDialog, keys: ['esc', 'q']},
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
			label: 'check again',
			isHinted: true,
			blocked: state => (shownLoss(state)?.finding ? undefined : 'landfall is still checking'),
			run: ({actions}, state) => actions.lookAgain(shownLoss(state)?.intended.id ?? ''),
		},
		{
			keys: ['x'],
			label: 'dismiss',
			isHinted: true,
			run: ({actions}, state) => actions.leaveLost(shownLoss(state)?.intended.id ?? ''),
		},
	]),
	component: documentDialog(plain`Unconfirmed change`, style),
};
