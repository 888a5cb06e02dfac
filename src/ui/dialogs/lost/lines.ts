import {duration} from '../../../duration.ts';
import type {Context} from '../../../present/column.ts';
import {dateTime} from '../../../present/format.ts';
import {type Line, type Tone, wrapped} from '../../../present/line.ts';
import type {Lost} from '../../../store/losing.ts';
import {absentText} from '../../../store/reconcile.ts';
import type {State} from '../../../store/state.ts';
import {projectIdOf, writeText} from '../../../store/write.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {indented} from '../../components/panes.ts';
import {shownLoss} from './keys.ts';

type Said = {readonly text: SafeText; readonly tone: Tone};

function looking({nextAt, looks, trouble}: Lost, localNow: number): readonly Said[] {
	const wait = nextAt === undefined ? 0 : Math.max(0, nextAt - localNow);
	const when = wait < 1000 ? plain`now` : plain`in ${duration(wait)}`;
	return [
		...(trouble ? [{text: safe(trouble, 300), tone: 'bad'} as const] : []),
		{
			text: plain`landfall reads the service to find out: look ${looks + 1} ${when}. Nothing is sent again by itself.`,
			tone: 'plain',
		},
	];
}

function found(lost: Lost, localNow: number): readonly Said[] {
	const {finding, intended, foundAt = localNow} = lost;
	if (!finding) return looking(lost, localNow);
	if (finding.kind === 'confirmed') return [{text: finding.text, tone: 'good'}];
	if (finding.kind === 'absent') {
		return [
			{text: plain`${absentText(intended, foundAt)}. Press r to send it again, c to look once more.`, tone: 'strong'},
		];
	}

	const candidates = finding.candidates.map((text): Said => ({text: plain`  ${text}`, tone: 'plain'}));
	return [{text: plain`${finding.text}.`, tone: 'strong'}, ...candidates];
}

/** What is known of a write whose answer was lost, and what can be done about it. */
export function lostLines(state: State, {now}: Context): readonly Line[] {
	const lost = shownLoss(state);
	if (!lost) return [];
	const localNow = now - state.skewMs;
	const {intended, reason} = lost;
	const id = projectIdOf(intended.write);
	const why = reason ?? plain`landfall ended before the answer came.`;
	const said: readonly Said[] = [
		{text: plain`What became of the attempt to ${writeText(intended)} is not known.`, tone: 'bad'},
		...found(lost, localNow),
		{text: plain``, tone: 'plain'},
		{text: safe(`${id === '' ? '' : `${id} · `}sent ${dateTime(intended.at)}`), tone: 'quiet'},
		{text: safe(why, 400), tone: 'quiet'},
	];
	const lines = said.flatMap(({text, tone}) =>
		wrapped(text, state.size.columns - 4).map((line): Line => [{text: line, tone}]),
	);
	return indented([[], ...lines], 2);
}
