import type {LocalTime} from '../../base/clock.ts';
import {plain, safe} from '../../base/text.ts';
import {checkCount, projectIdOf, type UnconfirmedWrite, unconfirmedWriteText} from '../../model/write-intent.ts';
import {dateTime, waitText} from '../../present/format.ts';
import {type SafeSpan, wrappedLines} from '../../present/line.ts';
import {dialogOf} from '../../state/dialogs.ts';
import type {State} from '../../state/state.ts';
import type {Actions} from '../../sync/session.ts';
import {documentDialog} from '../components/document.tsx';
import type {Binding} from '../contexts.ts';
import {closing} from '../keys/common-keys.ts';

function shownWrite(state: State): UnconfirmedWrite | undefined {
	const dialog = dialogOf(state, 'unconfirmed change');
	return dialog && state.writes.unconfirmed.get(dialog.id);
}

const onWrite =
	(run: (actions: Actions, id: string) => unknown): Binding['run'] =>
	({actions}, state) => {
		const write = shownWrite(state);
		if (write) run(actions, write.intended.id);
	};

const stillCheckingReason = (state: State): string | undefined =>
	shownWrite(state)?.finding ? undefined : 'landfall is still checking';

function notResendableReason(state: State): string | undefined {
	if (shownWrite(state)?.finding?.kind === 'absent') return undefined;
	return stillCheckingReason(state) ?? 'It may have succeeded: sending it again could apply it twice';
}

function findingSpans(write: UnconfirmedWrite, localNow: LocalTime): readonly SafeSpan[] {
	const {finding, nextAt = localNow, checks, problem} = write;
	if (!finding) {
		return [
			...(problem ? [{text: safe(problem, 300), tone: 'bad'} as const] : []),
			{
				text: plain`Next check ${waitText(nextAt - localNow)} (${checks + 1} of ${checkCount}).`,
				tone: 'plain',
			},
			{text: plain`landfall will not send it again.`, tone: 'plain'},
		];
	}

	const advice = plain`Press r to send it again, c to check once more.`;
	const more = finding.kind === 'absent' ? [advice] : finding.candidates.map(text => plain`  ${text}`);
	return [{text: plain`${finding.text}.`, tone: 'strong'}, ...more.map((text): SafeSpan => ({text, tone: 'plain'}))];
}

export const unconfirmedWriteDialog = documentDialog({
	title: plain`Unconfirmed change`,
	read({state, context}, width) {
		const write = shownWrite(state);
		if (!write) return {rows: []};
		const {intended, reason} = write;
		const id = projectIdOf(intended.write);
		const spans: readonly SafeSpan[] = [
			{text: plain`${unconfirmedWriteText(intended)}.`, tone: 'bad'},
			...findingSpans(write, context.localNow),
			{text: plain``, tone: 'plain'},
			{text: safe(`${id === '' ? '' : `${id} · `}sent ${dateTime(intended.at)}`), tone: 'quiet'},
			{text: safe(reason ?? 'landfall ended before the answer arrived.', 400), tone: 'quiet'},
		];
		return {rows: spans.flatMap(({text, tone}) => wrappedLines(text, width, tone))};
	},
	keys: [
		closing('unconfirmed-change.close'),
		{
			id: 'unconfirmed-change.send-again',
			isHinted: true,
			isWrite: true,
			unavailable: notResendableReason,
			run: onWrite((actions, id) => actions.sendAgain(id)),
		},
		{
			id: 'unconfirmed-change.reconcile',
			isHinted: true,
			unavailable: stillCheckingReason,
			run: onWrite((actions, id) => actions.reconcile(id)),
		},
		{
			id: 'unconfirmed-change.dismiss',
			isHinted: true,
			run: onWrite((actions, id) => actions.dismissUnconfirmed(id)),
		},
	],
});
