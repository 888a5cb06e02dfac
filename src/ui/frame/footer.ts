import {duration, nothing} from '../../base/duration.ts';
import {memoLast} from '../../base/memo.ts';
import {cells, plain, type SafeText, safe, withPeriod} from '../../base/text.ts';
import {projectNameOf} from '../../model/known-project.ts';
import {outcomeOf, outcomeWord} from '../../model/status-words.ts';
import {tookText} from '../../present/deployment.ts';
import {pauseText, refusalText} from '../../present/failed-read.ts';
import {fitSpans, type Line, lineWidth, type SafeSpan, space, wrapped} from '../../present/line.ts';
import {shapeOf, toneOf} from '../../present/outcome.ts';
import type {RowContext} from '../../present/table.ts';
import {suggestion} from '../../state/guide.ts';
import {keyOf} from '../../state/key-names.ts';
import {limitText, windowEnd} from '../../state/projects.ts';
import {type Dialog, listsProjects} from '../../state/screen.ts';
import {currentScreen, type Notice, type State} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import {currentProblem, hasRead} from '../../sync/freshness.ts';
import type {Binding, Draw, DrawContext} from '../contexts.ts';
import {keyLabel} from '../keys/binding.ts';
import {bindingGroups, targetOf} from '../keys/dispatch.ts';
import {queryRemark, rateTexts, typedSpans} from '../lines/list-place.ts';
import {spokenLines} from '../lines/spoken-lines.ts';

function noticeSpans(notice: Notice, state: State, context: RowContext): readonly SafeSpan[] {
	if (notice.kind === 'message') return [{text: notice.text, tone: notice.tone}];
	const {deployment} = notice;
	const tone = toneOf(outcomeOf(deployment, context.wordMeanings));
	return [
		{text: projectNameOf(state, deployment.projectId), tone: 'strong'},
		{text: safe(`  v${deployment.uploadVersion ?? '?'}  `), tone: 'plain'},
		{text: outcomeWord(deployment) ?? nothing, tone},
		{text: safe(`  ${tookText(deployment, context) ?? ''}`), tone: 'quiet'},
	];
}

/** What to do about a status word that landfall doesn't know. Empty without one. */
function newWordSpans(state: State, context: RowContext): readonly SafeSpan[] {
	const {newWord} = state.interface;
	if (newWord === undefined) return [];
	const sign = context.isSpoken ? plain`` : plain` (${shapeOf('unknown', context).text})`;
	const text = plain`“${newWord}” is a new status${sign}. Press ${keyOf(state, 'classify', plain`m`)} on its row to classify it.`;
	return [{text, tone: 'quiet'}];
}

/** Why the list of projects ends here although there are more. Empty above the last of its rows. */
function limitSpans(state: State): readonly SafeSpan[] {
	const {list, filtered} = state.projects;
	const isAtEnd = list.end === 'full' && !filtered && windowEnd(state) >= list.rows.length;
	return isAtEnd && listsProjects(currentScreen(state)) ? [{text: limitText(state), tone: 'quiet'}] : [];
}

/** The failure that keeps the rows on the screen from being refreshed. Empty without rows: then the screen itself shows the failure. */
function failureSpans(state: State, hasRows: boolean, {localNow, isStill}: RowContext): readonly SafeSpan[] {
	const problem = hasRead(state) || hasRows ? currentProblem(state) : undefined;
	if (!problem) return [];
	const {error} = problem;
	const waitMs = isStill ? 0 : problem.nextAt - localNow;
	const request = error.details.requestId && !isStill ? ` · request ${error.details.requestId}` : '';
	const isRetried = error.isTransient && !state.polling.isPaused;
	const failed = isRetried ? plain`${withPeriod(error.message)} Retrying.` : error.message;
	// A dialog or a form takes all keys.
	const isTaken = state.interface.dialog || 'form' in currentScreen(state);
	const nameKey = isTaken ? undefined : (id: string, key: SafeText) => keyOf(state, id, key);
	const text = error.kind === 'auth' ? refusalText(error, nameKey) : failed;
	return [{text: safe(`${pauseText(error, waitMs) ?? text}${request}`, 600), tone: 'bad'}];
}

/** A throttled write, and when it is sent again. Undefined if no write is waiting. */
function waitSpans({writes: {waitingUntil}}: State, {localNow, isStill}: RowContext): readonly SafeSpan[] | undefined {
	if (waitingUntil === undefined) return undefined;
	const waitMs = isStill ? 0 : Math.max(0, waitingUntil - localNow);
	return [{text: plain`The service is too busy: sending again in ${duration(waitMs)}`, tone: 'busy'}];
}

/** Whether a notice of success is older than the current failure. */
const isOutdated = (notice: Notice, state: State): boolean =>
	notice.kind === 'message' && notice.tone !== 'bad' && notice.at < (currentProblem(state)?.at ?? 0);

/** What is wrong with the filter query, or a hint about it. */
function remarkSpans(state: State): readonly SafeSpan[] {
	const remark = listsProjects(currentScreen(state)) ? queryRemark(state) : undefined;
	if (!remark) return [];
	return [{text: plain`${remark.text}   `, tone: remark.kind === 'fault' ? 'bad' : 'quiet'}];
}

/** The key that the demo suggests next, and if there is room, how to end the suggestions. */
function guideSpans(state: State, width: number): readonly SafeSpan[] {
	const suggested = suggestion(state);
	if (!suggested) return [];
	const {key, purpose, canEnd} = suggested;
	const ending: SafeSpan = {text: plain` (esc: no tips)`, tone: 'quiet'};
	const tip: Line = [
		{text: plain`Press `, tone: 'quiet'},
		{text: key, tone: 'accent'},
		{text: plain` to ${purpose}`, tone: 'quiet'},
	];
	return canEnd && lineWidth([...tip, ending]) < width ? [...tip, ending] : tip;
}

/** With less room than this behind the position, a message has a line of its own. */
const minMessageWidth = 12;

/** Wraps a message that does not fit behind `before` onto two lines. */
function inTwoLines(before: Line, {text, tone}: SafeSpan, width: number): readonly Line[] {
	const room = width - lineWidth(before);
	if (room < minMessageWidth) return [fitSpans(before, width), fitSpans([{text: plain` ${text}`, tone}], width)];
	const [first = plain``] = wrapped(text, room);
	const second = plain` ${safe(text.slice(first.length).trimStart(), 1000)}`;
	return [fitSpans([...before, {text: first, tone}], width), fitSpans([{text: second, tone}], width)];
}

/** The latest message, or what has to be said for longer than a message. */
function messageSpans(state: State, hasRows: boolean, context: RowContext): readonly SafeSpan[] {
	const failure = failureSpans(state, hasRows, context);
	const standing = [failure, newWordSpans(state, context), limitSpans(state)].find(spans => spans.length > 0) ?? [];
	const {notice, reason} = state.interface;
	const hasNotice = notice !== undefined && !(failure.length > 0 && isOutdated(notice, state));
	return (
		(reason && [{text: reason.text, tone: 'quiet'} as const]) ??
		waitSpans(state, context) ??
		(hasNotice ? noticeSpans(notice, state, context) : standing)
	);
}

/** Returns the status lines, each exactly `width` cells: the search, the place in the list, the latest message and the request rate. One line, or two for a long message. */
function statusLines(state: State, width: number, context: RowContext, place = '', search: Line = []): readonly Line[] {
	const messages = messageSpans(state, place !== '', context);
	const queryRemarks = remarkSpans(state);
	const gap: SafeSpan = {text: safe(place ? '   ' : ''), tone: 'plain'};
	const typed = typedSpans(state);
	// A remark on the query follows it while it is typed. Afterwards it is shown only if there is no other message.
	if (typed.length > 0) {
		return [fitSpans([...typed, ...queryRemarks, {text: safe(place), tone: 'quiet'}, gap, ...messages], width)];
	}

	const before: Line = [...search, {text: safe(` ${place}`), tone: 'quiet'}];
	const shown = [messages, queryRemarks].find(spans => spans.length > 0) ?? guideSpans(state, width);
	const whole = [...before, gap, ...shown];
	if (lineWidth(whole) <= width) return [withRate(whole, state, width, context)];
	const [message] = shown;
	if (message && shown.length === 1 && cells(message.text) >= width)
		return inTwoLines([...before, gap], message, width);
	return [withRate(before, state, width, context), fitSpans([space, ...shown], width)];
}

/** Returns what a screen reader says of the status besides the place: what is typed, and the messages. */
export function spokenStatus(
	state: State,
	hasRows: boolean,
	context: RowContext,
	search: Line = [],
): readonly SafeText[] {
	const messages = messageSpans(state, hasRows, context);
	const query = state.interface.dialog?.name === 'filter' ? editedLine(state)?.text : undefined;
	const remarks = remarkSpans(state);
	const standing = [messages, remarks].find(spans => spans.length > 0) ?? guideSpans(state, Number.POSITIVE_INFINITY);
	const said = query === undefined ? [standing] : [remarks, messages];
	return [...(query === undefined ? [] : [safe(`/ ${query}`, 1000)]), ...spokenLines([search, ...said])];
}

/** Puts the request rate at the right end of a line, in the longest form that fits. */
function withRate(line: Line, state: State, width: number, context: RowContext): Line {
	const used = lineWidth(line);
	const rate = rateTexts(state, context).find(text => used + cells(text) + 4 <= width);
	if (rate === undefined) return fitSpans(line, width);
	return [...fitSpans(line, width - cells(rate) - 1), ...fitSpans([{text: rate, tone: 'quiet'}], cells(rate) + 1)];
}

/** Returns the status lines of a frame, which are computed once. */
export const statusOf = memoLast((shown: DrawContext, width: number): readonly Line[] => {
	const {state, context, scopes} = shown;
	const {place, status} = scopes.screens[currentScreen(state).name] ?? {};
	return statusLines(state, width, context, place?.(state, context), status?.(shown, Math.floor(width / 2)));
});

export const drawStatus: Draw = (shown, width, height) => statusOf(shown, width).slice(0, height);

/** A question that takes no answer yet shows dots for its keys, except for the one that cancels. */
const hintedKey = ({keys}: Binding, isListening: boolean): string => {
	const label = keyLabel(keys[0] ?? '');
	return isListening || keys.includes('esc') ? label : '·'.repeat(label.length);
};

const hintWidth = ({keys, label}: Binding): number => cells(safe(`   ${keyLabel(keys[0] ?? '')} ${label}`));

/** Returns the key hints in exactly `width` cells: as many whole hints as fit, always including esc, and help before all others. Blocked keys, those with an `x` in `blocked`, are quiet. */
const hintsLine = memoLast((hinted: readonly Binding[], blocked: string, isListening: boolean, width: number): Line => {
	const spans: SafeSpan[] = [];
	const esc = hinted.find(({keys}) => keys.includes('esc'));
	// Reserves the wide gap, because the hint for esc may not be the first.
	const withoutEsc = width - (esc ? hintWidth(esc) : 0);
	const help = hinted.find(binding => binding.label === 'help' && hintWidth(binding) <= withoutEsc);
	let left = withoutEsc - (help ? hintWidth(help) : 0);
	for (const [index, binding] of hinted.entries()) {
		const key = safe(`${spans.length === 0 ? ' ' : '   '}${hintedKey(binding, isListening)}`);
		const words = safe(` ${binding.label}`);
		const size = cells(key) + cells(words);
		const isReserved = binding === esc || binding === help;
		if (!isReserved && size > left) continue;
		if (!isReserved) left -= size;
		spans.push({text: key, tone: blocked[index] === 'x' ? 'quiet' : 'accent'}, {text: words, tone: 'quiet'});
	}

	return fitSpans(spans, width);
});

/** The bindings to show. What a read-only connection refuses is not offered. */
const hintedIn = memoLast(
	(dialog: Dialog | undefined, isReadOnly: boolean, ...groups: ReadonlyArray<readonly Binding[]>): readonly Binding[] =>
		groups.flat().flatMap(binding => {
			if (!binding.isHinted || binding.keys.length === 0 || (isReadOnly && binding.isWrite)) return [];
			const label = binding.hint ? binding.hint(dialog) : binding.label;
			return label === undefined ? [] : [{...binding, label}];
		}),
);

export const drawHints: Draw = ({state, scopes, isListening}, width) => {
	const {
		connection,
		interface: {dialog},
	} = state;
	const hinted = hintedIn(dialog, connection?.isReadOnly ?? false, ...bindingGroups(state, scopes));
	const target = targetOf(state, scopes);
	let blocked = '';
	for (const binding of hinted) blocked += binding.blocked?.(state, target) === undefined ? '-' : 'x';
	return [hintsLine(hinted, blocked, isListening, width)];
};
