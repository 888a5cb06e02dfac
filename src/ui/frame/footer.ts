import {duration, nothing} from '../../base/duration.ts';
import {memo} from '../../base/memo.ts';
import {blanks, cells, plain, safe, withPeriod, wrapped} from '../../base/text.ts';
import {type CommandId, keyLabel, labelOf} from '../../model/commands.ts';
import {isNarrow} from '../../model/layout.ts';
import {projectNameOf} from '../../model/project-list.ts';
import {outcomeOf, outcomeWord} from '../../model/status-words.ts';
import {versionOf} from '../../model/upload-version.ts';
import {tookText} from '../../present/deployment.ts';
import {fittingParts} from '../../present/drawing.ts';
import {nextStep, pauseText, refusalText, wayOut} from '../../present/failed-read.ts';
import {fieldLine} from '../../present/fields.ts';
import {fitSpans, type Line, lineWidth, type SafeSpan, space, type Tone} from '../../present/line.ts';
import {toneOf} from '../../present/outcome.ts';
import type {RowContext} from '../../present/table.ts';
import {absenceReport, absenceText} from '../../state/absence.ts';
import {currentProblem, hasRead} from '../../state/freshness.ts';
import {isGuarded, isTakingText} from '../../state/key-guard.ts';
import {keysOf, shortcutOf} from '../../state/preferences.ts';
import {limitText, windowEnd} from '../../state/projects.ts';
import {listsProjects, obeysFilter} from '../../state/screen.ts';
import {currentScreen, isScreenCovered, type Notice, type State} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import type {Binding, Draw, DrawContext} from '../contexts.ts';
import {hasMarks} from '../keys/binding.ts';
import {currentBindings, targetOf} from '../keys/dispatch.ts';
import {filterLabel, queryNotice} from '../lines/list-position.ts';

function noticeSpans(notice: Notice, state: State, context: RowContext): readonly SafeSpan[] {
	if (notice.kind === 'message') return [{text: notice.text, tone: notice.tone}];
	const {deployment} = notice;
	const tone = toneOf(outcomeOf(deployment, context.wordMeanings));
	return [
		{text: projectNameOf(state, deployment.projectId), tone: 'strong'},
		{text: safe(`  ${versionOf(deployment) ?? 'v?'}  `), tone: 'plain'},
		{text: outcomeWord(deployment) ?? nothing, tone},
		{text: safe(`  ${tookText(deployment, context) ?? ''}`), tone: 'quiet'},
	];
}

/** What to do about a status word that landfall does not know. Empty without one. */
function newWordSpans(state: State): readonly SafeSpan[] {
	const {newWord} = state.interface;
	if (newWord === undefined) return [];
	const text = plain`“${newWord}” is a new status. Press ${shortcutOf(state, 'classify')} on its row to classify it.`;
	return [{text, tone: 'quiet'}];
}

/** What concluded while the user was away, and where it is listed. Empty there, and without anything. */
function awaySpans(state: State): readonly SafeSpan[] {
	const report = currentScreen(state).name === 'activity' ? undefined : absenceReport(state);
	if (!report) return [];
	const text = plain`${absenceText(report, isNarrow(state.interface.size))} · ${shortcutOf(state, 'activity')} lists it`;
	return [{text, tone: report.failedCount > 0 ? 'bad' : 'quiet'}];
}

/** Why the list of projects ends here although there are more. Empty above the last of its rows. */
function limitSpans(state: State): readonly SafeSpan[] {
	const {list, filtered} = state.projects;
	const isAtEnd = list.stopped === 'full' && !filtered && windowEnd(state) >= list.rows.length;
	return isAtEnd && listsProjects(currentScreen(state)) ? [{text: limitText(state), tone: 'quiet'}] : [];
}

/** The failure that keeps the rows on the screen from being refreshed. Empty without rows: then the screen itself shows the failure. */
function failureSpans(state: State, hasRows: boolean, {localNow, isStill}: RowContext): readonly SafeSpan[] {
	const problem = hasRead(state) || hasRows ? currentProblem(state) : undefined;
	if (!problem) return [];
	const {error} = problem;
	const waitMs = problem.nextAt - localNow;
	const request = error.details.requestId && !isStill ? ` · request ${error.details.requestId}` : '';
	const isRetried = error.isTransient && state.polling.pausedAt === undefined;
	const failed = isRetried ? plain`${withPeriod(error.message)} Retrying.` : error.message;
	// A dialog or a form takes all keys.
	const nameKey = isScreenCovered(state) ? undefined : (id: CommandId) => shortcutOf(state, id);
	const again = error.kind === 'proxy' && nameKey ? plain` ${nextStep(error, 0)} ${wayOut(error, nameKey)}` : plain``;
	const text = error.kind === 'auth' ? refusalText(error, nameKey) : plain`${failed}${again}`;
	return [{text: safe(`${pauseText(error, waitMs) ?? text}${request}`, 600), tone: 'bad'}];
}

/** A throttled write, and when it is sent again. Undefined if no write is waiting. */
function waitSpans({writes: {waitingUntil}}: State, {localNow}: RowContext): readonly SafeSpan[] | undefined {
	if (waitingUntil === undefined) return undefined;
	const waitMs = Math.max(0, waitingUntil - localNow);
	return [{text: plain`The service is too busy: sending again in ${duration(waitMs)}`, tone: 'busy'}];
}

/** Whether a notice of success is older than the current failure. */
const precedesFailure = (notice: Notice, state: State): boolean =>
	notice.kind === 'message' && notice.tone !== 'bad' && notice.at < (currentProblem(state)?.at ?? 0);

/** Whether the report on an absence has what a notice says. */
const isReported = (notice: Notice, state: State): boolean =>
	notice.kind === 'concluded' && (absenceReport(state)?.concluded.some(({id}) => id === notice.deployment.id) ?? false);

/** With less room than this behind the position, a message has a line of its own. */
const minMessageWidth = 12;

function inTwoLines(before: Line, gap: Line, {text, tone}: SafeSpan, width: number): readonly Line[] {
	const room = width - lineWidth([...before, ...gap]);
	if (room < minMessageWidth) return [fitSpans(before, width), fitSpans([{text: plain` ${text}`, tone}], width)];
	const [first = plain``] = wrapped(text, room);
	const second = plain` ${safe(text.slice(first.length).trimStart(), 1000)}`;
	return [fitSpans([...before, ...gap, {text: first, tone}], width), fitSpans([{text: second, tone}], width)];
}

/** What the status says besides the position: the latest message, or what has to be said for longer than a message, and what is said about the filter query. */
function statusTexts(state: State, hasRows: boolean, context: RowContext) {
	const {notice, reason} = state.interface;
	const failure = failureSpans(state, hasRows, context);
	const isKnown = notice && ((failure.length > 0 && precedesFailure(notice, state)) || isReported(notice, state));
	const standing =
		[failure, awaySpans(state), newWordSpans(state), limitSpans(state)].find(spans => spans.length > 0) ?? [];
	const latest = notice && !isKnown ? noticeSpans(notice, state, context) : standing;
	const ignoredKey: Line | undefined = reason && [{text: reason.text, tone: 'quiet'}];
	// A list of projects without rows says it itself.
	const isSaid = listsProjects(currentScreen(state)) && state.projects.filtered?.rows.length === 0;
	const query = obeysFilter(currentScreen(state)) && !isSaid ? queryNotice(state) : undefined;
	return {messages: ignoredKey ?? waitSpans(state, context) ?? latest, query: query ? [query] : []};
}

const statusGap: SafeSpan = {text: blanks(3), tone: 'plain'};

const typedLabel: Line = [space, filterLabel];

const typedFilter = (state: State) => (state.interface.dialog?.name === 'filter' ? editedLine(state) : undefined);

/** The filter query as a text field, and what is said besides: in the same line, or below if not both fit. */
function typedLines(
	typed: {readonly text: string; readonly caret: number},
	said: Line,
	width: number,
): readonly Line[] {
	const room = width - lineWidth([...typedLabel, statusGap, ...said]);
	if (cells(safe(typed.text, width)) < room)
		return [fitSpans([...typedLabel, ...fieldLine(typed, plain``, room), statusGap, ...said], width)];
	const field = fieldLine(typed, plain``, width - lineWidth([...typedLabel, space]));
	return [fitSpans([...typedLabel, ...field], width), fitSpans([space, ...said], width)];
}

/** What the status of a screen is made of: the filter or search of a list in half of the width, or more if there is room, the parts of the position, the messages, and what is said about the filter query. */
function statusParts(drawing: DrawContext, width: number) {
	const {state, context, scopes} = drawing;
	const {position, status} = scopes.screens[currentScreen(state).name] ?? {};
	const at = position?.(state, context) ?? [];
	const half = isNarrow(state.interface.size) ? 0 : Math.floor(width / 2);
	const search =
		status?.(drawing, Math.max(half, width - lineWidth(positionLine(at, width)) - statusGap.text.length - 1)) ?? [];
	return {...statusTexts(state, at.length > 0, context), position: at, search};
}

/** Joins the parts of a position, without the last ones where they do not fit: half a number is a wrong one. */
const positionLine = (position: Line, width: number): Line =>
	fittingParts(
		position.map((span, at) => ({spans: [span], keep: -at})),
		width,
		plain` · `,
	);

/** Returns the status lines, each exactly `width` cells: the search, the position in the list and the latest message. One line, or two for a long message. */
export const statusLines = memo((drawing: DrawContext, width: number): readonly Line[] => {
	const {search, position, messages, query} = statusParts(drawing, width);
	const gap: Line = position.length > 0 ? [statusGap] : [];
	const typed = typedFilter(drawing.state);
	if (typed) {
		// What is said about a query is shown with it while it is typed. Afterwards it is shown only if there is no message.
		const about = query.flatMap(span => [span, statusGap]);
		const room = width - lineWidth([space, ...about, ...gap, ...messages]);
		// A message takes the room of all parts of the position but the first.
		const at = positionLine(position, Math.max(room, lineWidth(position.slice(0, 1))));
		return typedLines(typed, [...about, ...at, ...gap, ...messages], width);
	}

	const at = positionLine(position, width - lineWidth(search) - 1);
	const before: Line = [...search, space, ...at];
	const said = messages.length > 0 ? messages : query;
	const whole = said.length > 0 ? [...before, ...gap, ...said] : before;
	if (lineWidth(whole) <= width) return [fitSpans(whole, width)];
	const [message] = said;
	if (message && said.length === 1 && cells(message.text) >= width) return inTwoLines(before, gap, message, width);
	return [fitSpans(before, width), fitSpans([space, ...said], width)];
});

/** Returns for a screen reader what is typed, the search and the messages, each whole. */
export function messageLines(drawing: DrawContext): readonly Line[] {
	const {columns} = drawing.state.interface.size;
	const {search, messages, query} = statusParts(drawing, columns);
	const typed = typedFilter(drawing.state);
	if (!typed) return [search, messages.length > 0 ? messages : query];
	return [[...typedLabel, ...fieldLine(typed, plain``, columns)], search, query, messages];
}

/** Returns for a screen reader where the user is in the list. */
export const placeLines = (drawing: DrawContext): readonly Line[] => [
	positionLine(statusParts(drawing, 0).position, Number.POSITIVE_INFINITY),
];

export const drawStatus: Draw = (drawing, width, height) => statusLines(drawing, width).slice(0, height);

/** A question that takes no answer yet shows dots for its keys, except for the one that cancels. */
function hintedKey(keys: readonly string[], isListening: boolean): string {
	const label = keyLabel(keys[0] ?? '');
	return isListening || keys.includes('esc') ? label : '·'.repeat(label.length);
}

const hintGap = '   ';

const hintSpans = (
	{key, label, tone}: {readonly key: string; readonly label: string; readonly tone: Tone},
	gap: string,
): Line => [
	{text: safe(`${gap}${key}`), tone},
	{text: safe(` ${label}`), tone: 'quiet'},
];

/** Draws the key hints: as many whole hints as fit, always including esc, and help and the check of all projects before all others. Those for marked projects come first. Blocked keys are quiet on a screen, where they come and go with the selected row, and left out in a dialog. */
export const drawHints: Draw = ({state, scopes, isListening}, width) => {
	const {
		connection,
		interface: {dialog},
	} = state;
	const target = targetOf(state, scopes);
	const markCount = !isScreenCovered(state) && hasMarks(state) ? state.projects.marks.size : 0;
	const isForMarks = ({onMarked}: Binding) => markCount > 0 && onMarked !== undefined;
	const bindings = currentBindings(state, scopes).toSorted((a, b) => Number(isForMarks(b)) - Number(isForMarks(a)));
	const hints = bindings.flatMap(binding => {
		if (!(binding.isHinted || isForMarks(binding)) || (connection?.isReadOnly && binding.isWrite)) return [];
		const keys = keysOf(state, binding.id);
		if (keys.length === 0) return [];
		const own = binding.hint ? binding.hint(dialog, state) : labelOf(binding.id);
		const label = isForMarks(binding) ? `${binding.onMarked} ${markCount}` : own;
		if (label === undefined) return [];
		const isBlocked = binding.blocked?.(state, target) !== undefined;
		if (isBlocked && dialog) return [];
		const tone = isBlocked ? 'quiet' : 'accent';
		const key = hintedKey(keys, isListening || (!binding.isWrite && !binding.isAnswer && isTakingText(state)));
		const width = cells(safe(`${hintGap}${key} ${label}`));
		return [{id: binding.id, key, label, tone, width, isEsc: keys.includes('esc')} as const];
	});
	const esc = hints.find(({isEsc}) => isEsc);
	const answer = hints.find(({isEsc}) => !isEsc);
	// A narrow question keeps the key that answers it, and that of esc without its label.
	if (isGuarded(state) && answer && esc && answer.width + esc.width > width + hintGap.length - 1) {
		const end: SafeSpan = {text: safe(`${hintGap}${esc.key}`), tone: esc.tone};
		return [[...fitSpans(hintSpans(answer, ' '), width - cells(end.text)), end]];
	}

	let left = width - (esc?.width ?? 0);
	const reserve = (id: CommandId) => {
		const found = hints.find(hint => hint.id === id && hint.width <= left);
		left -= found?.width ?? 0;
		return found;
	};
	const help = reserve('help');
	// Its label says what the screen lacks, but marked projects matter more.
	const check = markCount > 0 ? undefined : reserve('refresh-all');
	const spans: SafeSpan[] = [];
	for (const hint of hints) {
		const gap = spans.length === 0 ? ' ' : hintGap;
		const needed = hint.width - (spans.length === 0 ? 2 : 0);
		const isReserved = hint === esc || hint === help || hint === check;
		if (!isReserved && needed > left) continue;
		if (!isReserved) left -= needed;
		spans.push(...hintSpans(hint, gap));
	}

	return [fitSpans(spans, width)];
};
