import type {LocalTime} from '../../clock.ts';
import {duration} from '../../duration.ts';
import {dateTime} from '../../present/format.ts';
import {type Tone, wrappedLines} from '../../present/line.ts';
import {absentText, type UnconfirmedWrite} from '../../store/model/writes/reconcile.ts';
import {projectIdOf, writeText} from '../../store/model/writes/write-intent.ts';
import type {State} from '../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {type DocumentStyle, documentLayer, textDocument} from '../components/document.ts';
import {documentDialog} from '../components/document-dialog.tsx';
import type {Binding} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';

const blockedResend = (state: State): string | undefined => {
	const finding = shownWrite(state)?.finding;
	if (!finding) return 'landfall is still checking';
	return finding.kind === 'absent' ? undefined : 'It may have succeeded: sending it again could apply it twice';
};

export const unconfirmedChangeKeys: readonly Binding[] = [
	{...closeDialog, keys: ['esc', 'q']},
	{
		keys: ['r'],
		label: 'send again',
		isHinted: true,
		isWrite: true,
		blocked: blockedResend,
		run({actions}, state) {
			void actions.sendAgain(shownWrite(state)?.intended.id ?? '');
		},
	},
	{
		keys: ['c'],
		label: 'check again',
		isHinted: true,
		blocked: state => (shownWrite(state)?.finding ? undefined : 'landfall is still checking'),
		run: ({actions}, state) => actions.lookAgain(shownWrite(state)?.intended.id ?? ''),
	},
	{
		keys: ['x'],
		label: 'dismiss',
		isHinted: true,
		run: ({actions}, state) => actions.dismissUnconfirmed(shownWrite(state)?.intended.id ?? ''),
	},
];

type Sentence = {readonly text: SafeText; readonly tone: Tone};

export const shownWrite = ({interface: {dialog}, writes: {unconfirmed}}: State): UnconfirmedWrite | undefined =>
	dialog?.name === 'unconfirmed change' ? unconfirmed.get(dialog.id) : undefined;

/** The progress of finding out what happened to a write. `localNow` is by the local clock. */
function progressSentences({nextAt, checks, problem}: UnconfirmedWrite, localNow: LocalTime): readonly Sentence[] {
	const waitMs = nextAt === undefined ? 0 : Math.max(0, nextAt - localNow);
	const when = waitMs < 1000 ? plain`now` : plain`in ${duration(waitMs)}`;
	return [
		...(problem ? [{text: safe(problem, 300), tone: 'bad'} as const] : []),
		{text: plain`landfall checks the service: check ${checks + 1} ${when}.`, tone: 'plain'},
		{text: plain`Nothing is sent again automatically.`, tone: 'plain'},
	];
}

/** The outcome of a write, once it is known, and what the user can do. */
function findingSentences({finding, intended, foundAt}: UnconfirmedWrite, localNow: LocalTime): readonly Sentence[] {
	switch (finding?.kind) {
		case 'absent':
			return [
				{text: plain`${absentText(intended, foundAt ?? localNow)}.`, tone: 'strong'},
				{text: plain`Press r to send it again, c to check once more.`, tone: 'plain'},
			];
		case 'unclear':
			return [
				{text: plain`${finding.text}.`, tone: 'strong'},
				...finding.candidates.map((text): Sentence => ({text: plain`  ${text}`, tone: 'plain'})),
			];
		default:
			return [];
	}
}

/** What is known about a write whose response was lost, and what the user can do about it. */
export const unconfirmedChangeDocument: DocumentStyle = {
	read({state, context}, width) {
		const write = shownWrite(state);
		if (!write) return textDocument([]);
		const {localNow} = context;
		const {intended, reason} = write;
		const id = projectIdOf(intended.write);
		const sentences: readonly Sentence[] = [
			{text: plain`We don't know whether ${writeText(intended)}.`, tone: 'bad'},
			...(write.finding ? findingSentences(write, localNow) : progressSentences(write, localNow)),
			{text: plain``, tone: 'plain'},
			{text: safe(`${id === '' ? '' : `${id} · `}sent ${dateTime(intended.at, context)}`), tone: 'quiet'},
			{text: safe(reason ?? 'landfall exited before the response arrived.', 400), tone: 'quiet'},
		];
		return textDocument(sentences.flatMap(({text, tone}) => wrappedLines(text, width, tone)));
	},
};

export const unconfirmedChangeDialog = {
	...documentLayer('Unconfirmed change', unconfirmedChangeDocument, unconfirmedChangeKeys),
	component: documentDialog(plain`Unconfirmed change`, unconfirmedChangeDocument),
};
