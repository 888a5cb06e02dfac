import {duration, nothing} from '../../duration.ts';
import type {Context} from '../../present/column.ts';
import {asOfText, tookText} from '../../present/deployment.ts';
import {count} from '../../present/format.ts';
import {fitSpans, type Line, type SafeSpan, wrapped} from '../../present/line.ts';
import {pauseText, refusalText} from '../../present/next-step.ts';
import {shapeOf, toneOf} from '../../present/outcome.ts';
import {outcomeOf, outcomeWord} from '../../status-words.ts';
import {noDeployments} from '../../store/model/deployments/deployment-list.ts';
import {listLimit} from '../../store/model/deployments/deployment-order.ts';
import {rowAt, rowCount} from '../../store/model/deployments/deployment-rows.ts';
import type {Notice} from '../../store/model/notice.ts';
import {currentProblem, hasRead} from '../../store/polling/freshness.ts';
import {projectNameOf} from '../../store/state/project-names.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {cells, plain, type SafeText, safe} from '../../text.ts';
import type {Binding} from '../contexts.ts';
import type {Subject} from '../keys/subject.ts';
import {above, projectsPlace, queryRemark, rateTexts, typedSpans, watchPlace} from './list-place.ts';

/** Where the reader is in a list. */
function place(state: State, context: Context): string {
	const screen = currentScreen(state);
	if (screen.name === 'projects') return projectsPlace(state, context);
	if (screen.name === 'activity') {
		const total = state.interface.activity.length;
		return total === 0
			? ''
			: `${count(screen.position.index + 1)} of ${count(total)}${above(screen.position, context)}`;
	}

	if (screen.name === 'watch') return watchPlace(state, screen.position, context);
	if (screen.name !== 'deployments') return '';
	const {position} = screen;
	const known = state.deployments.byProject.get(screen.projectId) ?? noDeployments;
	const {seen, isFull, unreadable, older} = known;
	const total = rowCount(known);
	if (total === 0) return '';
	const limit = isFull && seen.length >= listLimit ? ` · at most ${listLimit} are listed, no next page` : '';
	const lost = unreadable > 0 ? ` · ${count(unreadable)} could not be read` : '';
	const {asOf} = rowAt(known, position.index) ?? {};
	const since = asOf === undefined ? '' : `, this one ${asOfText(asOf, context)}`;
	const remembered = older && older.length > 0 ? ` · ${count(older.length)} remembered${since}` : '';
	return `${count(position.index + 1)} of ${count(total)}${limit}${remembered}${lost}${above(position, context)}`;
}

function noticeSpans(notice: Notice, state: State, context: Context): readonly SafeSpan[] {
	if (notice.kind === 'said') return [{text: notice.text, tone: notice.tone}];
	if (notice.kind === 'new word') {
		const sign = shapeOf('unknown', context).text;
		return [
			{
				text: plain`“${notice.word}” is a new word, shown as ${sign}. m on its row classifies it.`,
				tone: 'quiet',
			},
		];
	}

	const {deployment} = notice;
	const tone = toneOf(outcomeOf(deployment, context.pins));
	return [
		{text: projectNameOf(state, deployment.projectId), tone: 'strong'},
		{text: safe(`  v${deployment.uploadVersion ?? '?'}  `), tone: 'plain'},
		{text: outcomeWord(deployment) ?? nothing, tone},
		{text: safe(`  ${tookText(deployment, context) ?? ''}`), tone: 'quiet'},
	];
}

/** What keeps the rows on the screen from being read again. Where there are none at all, the screen itself says it. */
function failureSpans(state: State, hasRows: boolean, {localNow}: Context): readonly SafeSpan[] {
	const problem = hasRead(state) || hasRows ? currentProblem(state) : undefined;
	if (!problem) return [];
	const {error} = problem;
	const waitMs = problem.nextAt - localNow;
	const request = error.details.requestId ? ` · request ${error.details.requestId}` : '';
	const next = error.isTransient && !state.polling.isPaused ? ' It is tried again.' : '';
	const text = error.kind === 'auth' ? refusalText(error) : `${error.message}${next}`;
	return [{text: safe(`${pauseText(error, waitMs) ?? text}${request}`, 600), tone: 'bad'}];
}

/** A write that the service was too busy for, and when it is sent again. */
function waitSpans(
	{writes: {waitingUntil: writeWaitsUntil}}: State,
	{localNow}: Context,
): readonly SafeSpan[] | undefined {
	if (writeWaitsUntil === undefined) return undefined;
	const waitMs = Math.max(0, writeWaitsUntil - localNow);
	return [{text: plain`The service is too busy: it is sent again in ${duration(waitMs)}`, tone: 'busy'}];
}

/** Whether a remark that all is well was made before reading failed. */
const isOvertaken = (notice: Notice, state: State): boolean =>
	notice.kind === 'said' && notice.tone !== 'bad' && notice.at < (currentProblem(state)?.at ?? 0);

/** What is wrong with the query, or what it lacks. */
function remarkSpans(state: State): readonly SafeSpan[] {
	const remark = currentScreen(state).name === 'projects' ? queryRemark(state) : undefined;
	if (!remark) return [];
	return [{text: plain`${remark.text}   `, tone: remark.kind === 'fault' ? 'bad' : 'quiet'}];
}

const widthOf = (spans: Line): number => spans.reduce((total, {text}) => total + cells(text), 0);

/** A message that does not fit behind `before`, on two lines broken between words. */
function inTwoLines(before: Line, {text, tone}: SafeSpan, width: number): readonly Line[] {
	const [first = plain``, ...rest] = wrapped(text, Math.max(1, width - widthOf(before)));
	const second = rest.reduce<SafeText>((all, piece) => plain`${all} ${piece}`, plain``);
	return [fitSpans([...before, {text: first, tone}], width), fitSpans([{text: second, tone}], width)];
}

/** The lines that say where one is, what just happened and how busy the service is kept, each exactly `width` cells: one, or two for a long message. */
export function statusLines(state: State, width: number, context: Context): readonly Line[] {
	const where = place(state, context);
	const failed = failureSpans(state, where !== '', context);
	const {notice, remark} = state.interface;
	const isOutdated = notice !== undefined && failed.length > 0 && isOvertaken(notice, state);
	const said =
		(remark && [{text: remark.text, tone: 'quiet'} as const]) ??
		waitSpans(state, context) ??
		(notice && !isOutdated ? noticeSpans(notice, state, context) : failed);
	const faults = remarkSpans(state);
	const gap: SafeSpan = {text: safe(where ? '   ' : ''), tone: 'plain'};
	const typed = typedSpans(state);
	const spans = {text: safe(typed.length > 0 ? where : ` ${where}`), tone: 'quiet'} as const;
	// What is wrong with a query stands beside it while it is typed, else where nothing else is said.
	const left =
		typed.length > 0 ? [...typed, ...faults, spans, gap, ...said] : [spans, gap, ...(said.length > 0 ? said : faults)];
	const used = widthOf(left);
	const [message] = said;
	if (used > width && message && said.length === 1 && typed.length === 0) {
		return inTwoLines([spans, gap], message, width);
	}

	const rates = typed.length > 0 ? [] : rateTexts(state, context);
	const rate = rates.find(text => used + cells(text) + 4 <= width);
	if (rate === undefined) return [fitSpans(left, width)];
	return [[...fitSpans(left, width - cells(rate) - 1), ...fitSpans([{text: rate, tone: 'quiet'}], cells(rate) + 1)]];
}

/** How a key is written where it is explained. */
export const keyLabel = (key: string): string => keyLabels.get(key) ?? key;

const keyLabels: ReadonlyMap<string, string> = new Map([
	['up', '↑'],
	['down', '↓'],
	['left', '←'],
	['right', '→'],
	['pageUp', 'PgUp'],
	['pageDown', 'PgDn'],
	[' ', 'space'],
]);

/** What a hint shows of a key. A question that takes no answer yet hides its keys behind dots, but not the one that cancels. */
const hintedKey = ({keys}: Binding, isListening: boolean): string => {
	const label = keyLabel(keys[0] ?? '');
	return isListening || keys.includes('esc') ? label : '·'.repeat(label.length);
};

/** The line that says what the keys do: as many whole hints as fit, and the way out among them. One that cannot be used now is quiet. */
export function hintsLine(
	hinted: readonly Binding[],
	state: State,
	{
		subject,
		width,
		isListening,
	}: {readonly subject: Subject | undefined; readonly width: number; readonly isListening: boolean},
): Line {
	const spans: SafeSpan[] = [];
	const wayOut = hinted.find(({keys}) => keys.includes('esc'));
	// With the widest gap before it: it may not be the first.
	let left = width - (wayOut ? cells(safe(`   ${keyLabel(wayOut.keys[0] ?? '')} ${wayOut.label}`)) : 0);
	for (const binding of hinted) {
		const {label, blocked} = binding;
		const key = safe(`${spans.length === 0 ? ' ' : '   '}${hintedKey(binding, isListening)}`);
		const words = safe(` ${label}`);
		const size = cells(key) + cells(words);
		if (binding !== wayOut && size > left) continue;
		if (binding !== wayOut) left -= size;
		spans.push(
			{text: key, tone: blocked?.(state, subject) === undefined ? 'accent' : 'quiet'},
			{text: words, tone: 'quiet'},
		);
	}

	return fitSpans(spans, width);
}
