import {duration, nothing} from '../../base/duration.ts';
import {memo} from '../../base/memo.ts';
import {addPeriod, blanks, cells, plain, safe, wrapped} from '../../base/text.ts';
import {type CommandId, keyLabel, labelOf} from '../../model/commands.ts';
import {isNarrow} from '../../model/layout.ts';
import {projectNameOf} from '../../model/project-list.ts';
import {outcomeOf, outcomeWord} from '../../model/status-words.ts';
import {versionOf} from '../../model/upload-version.ts';
import {tookText} from '../../present/deployment.ts';
import {fittingParts} from '../../present/drawing.ts';
import {nextStep, pauseText, rejectedKeyText, wayOut} from '../../present/failed-read.ts';
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

function newWordSpans(state: State): readonly SafeSpan[] {
	const {newWord} = state.interface;
	if (newWord === undefined) return [];
	const text = plain`“${newWord}” is a new status. Press ${shortcutOf(state, 'classify')} on its row to classify it.`;
	return [{text, tone: 'quiet'}];
}

function absenceSpans(state: State): readonly SafeSpan[] {
	const report = currentScreen(state).name === 'activity' ? undefined : absenceReport(state);
	if (!report) return [];
	const text = plain`${absenceText(report, isNarrow(state.interface.size))} · ${shortcutOf(state, 'activity')} lists it`;
	return [{text, tone: report.failedCount > 0 ? 'bad' : 'quiet'}];
}

/** Why the list ends at the last row although there are more projects. */
function limitSpans(state: State): readonly SafeSpan[] {
	const {list, filtered} = state.projects;
	const isAtEnd = list.stopped === 'full' && !filtered && windowEnd(state) >= list.rows.length;
	return isAtEnd && listsProjects(currentScreen(state)) ? [{text: limitText(state), tone: 'quiet'}] : [];
}

/** The failure that keeps the rows on the screen from being refreshed. A screen without rows shows it itself. */
function failureSpans(state: State, hasRows: boolean, {localNow, isStill}: RowContext): readonly SafeSpan[] {
	const problem = hasRead(state) || hasRows ? currentProblem(state) : undefined;
	if (!problem) return [];
	const {error} = problem;
	const waitMs = problem.nextAt - localNow;
	const request = error.details.requestId && !isStill ? ` · request ${error.details.requestId}` : '';
	const isRetried = error.isTransient && state.polling.pausedAt === undefined;
	const failed = isRetried ? plain`${addPeriod(error.message)} Retrying.` : error.message;
	// A dialog or a form takes all keys, so the message names no key.
	const nameKey = isScreenCovered(state) ? undefined : (id: CommandId) => shortcutOf(state, id);
	const again = error.kind === 'proxy' && nameKey ? plain` ${nextStep(error, 0)} ${wayOut(error, nameKey)}` : plain``;
	const text = error.kind === 'auth' ? rejectedKeyText(error, nameKey) : plain`${failed}${again}`;
	return [{text: safe(`${pauseText(error, waitMs) ?? text}${request}`, 600), tone: 'bad'}];
}

function throttledWriteSpans({writes: {waitingUntil}}: State, {localNow}: RowContext): readonly SafeSpan[] | undefined {
	if (waitingUntil === undefined) return undefined;
	const waitMs = Math.max(0, waitingUntil - localNow);
	return [{text: plain`The service is too busy: sending again in ${duration(waitMs)}`, tone: 'busy'}];
}

const precedesFailure = (notice: Notice, state: State): boolean =>
	notice.kind === 'message' && notice.tone !== 'bad' && notice.at < (currentProblem(state)?.at ?? 0);

const isInAbsenceReport = (notice: Notice, state: State): boolean =>
	notice.kind === 'concluded' && (absenceReport(state)?.concluded.some(({id}) => id === notice.deployment.id) ?? false);

/** In cells. A message with less room beside the position gets a line of its own. */
const minMessageWidth = 12;

function inTwoLines(before: Line, gap: Line, {text, tone}: SafeSpan, width: number): readonly Line[] {
	const room = width - lineWidth([...before, ...gap]);
	if (room < minMessageWidth) return [fitSpans(before, width), fitSpans([{text: plain` ${text}`, tone}], width)];
	const [first = plain``] = wrapped(text, room);
	const second = plain` ${safe(text.slice(first.length).trimStart(), 1000)}`;
	return [fitSpans([...before, ...gap, {text: first, tone}], width), fitSpans([{text: second, tone}], width)];
}

function statusTexts(state: State, hasRows: boolean, context: RowContext) {
	const {notice, reason} = state.interface;
	const failure = failureSpans(state, hasRows, context);
	const isOutdated =
		notice && ((failure.length > 0 && precedesFailure(notice, state)) || isInAbsenceReport(notice, state));
	const lasting =
		[failure, absenceSpans(state), newWordSpans(state), limitSpans(state)].find(spans => spans.length > 0) ?? [];
	const latest = notice && !isOutdated ? noticeSpans(notice, state, context) : lasting;
	const ignoredKey: Line | undefined = reason && [{text: reason.text, tone: 'quiet'}];
	// The body of a list without rows shows the remark.
	const isShownInBody = listsProjects(currentScreen(state)) && state.projects.filtered?.rows.length === 0;
	const query = obeysFilter(currentScreen(state)) && !isShownInBody ? queryNotice(state) : undefined;
	return {messages: ignoredKey ?? throttledWriteSpans(state, context) ?? latest, query: query ? [query] : []};
}

const statusGap: SafeSpan = {text: blanks(3), tone: 'plain'};

const typedLabel: Line = [space, filterLabel];

const typedFilter = (state: State) => (state.interface.dialog?.name === 'filter' ? editedLine(state) : undefined);

function typedLines(
	typed: {readonly text: string; readonly caret: number},
	messages: Line,
	width: number,
): readonly Line[] {
	const room = width - lineWidth([...typedLabel, statusGap, ...messages]);
	if (cells(safe(typed.text, width)) < room)
		return [fitSpans([...typedLabel, ...fieldLine(typed, plain``, room), statusGap, ...messages], width)];
	const field = fieldLine(typed, plain``, width - lineWidth([...typedLabel, space]));
	return [fitSpans([...typedLabel, ...field], width), fitSpans([space, ...messages], width)];
}

/** The search gets half of the width, and more if there is room. */
function statusParts(drawing: DrawContext, width: number) {
	const {state, context, scopes} = drawing;
	const {position, status} = scopes.screens[currentScreen(state).name] ?? {};
	const at = position?.(state, context) ?? [];
	const half = isNarrow(state.interface.size) ? 0 : Math.floor(width / 2);
	const search =
		status?.(drawing, Math.max(half, width - lineWidth(positionLine(at, width)) - statusGap.text.length - 1)) ?? [];
	return {...statusTexts(state, at.length > 0, context), position: at, search};
}

/** Drops whole parts from the end, because half a number is a wrong number. */
const positionLine = (position: Line, width: number): Line =>
	fittingParts(
		position.map((span, at) => ({spans: [span], keep: -at})),
		width,
		plain` · `,
	);

/** One line, or two for a long message. Each has exactly `width` cells. */
export const statusLines = memo((drawing: DrawContext, width: number): readonly Line[] => {
	const {search, position, messages, query} = statusParts(drawing, width);
	const gap: Line = position.length > 0 ? [statusGap] : [];
	const typed = typedFilter(drawing.state);
	if (typed) {
		// The remark about a query stays while the query is typed. Afterwards, a message replaces it.
		const about = query.flatMap(span => [span, statusGap]);
		const room = width - lineWidth([space, ...about, ...gap, ...messages]);
		// A message replaces all parts of the position but the first.
		const shownPosition = positionLine(position, Math.max(room, lineWidth(position.slice(0, 1))));
		return typedLines(typed, [...about, ...shownPosition, ...gap, ...messages], width);
	}

	const shownPosition = positionLine(position, width - lineWidth(search) - 1);
	const before: Line = [...search, space, ...shownPosition];
	const remarks = messages.length > 0 ? messages : query;
	const whole = remarks.length > 0 ? [...before, ...gap, ...remarks] : before;
	if (lineWidth(whole) <= width) return [fitSpans(whole, width)];
	const [message] = remarks;
	if (message && remarks.length === 1 && cells(message.text) >= width) return inTwoLines(before, gap, message, width);
	return [fitSpans(before, width), fitSpans([space, ...remarks], width)];
});

export function spokenMessageLines(drawing: DrawContext): readonly Line[] {
	const {columns} = drawing.state.interface.size;
	const {search, messages, query} = statusParts(drawing, columns);
	const typed = typedFilter(drawing.state);
	if (!typed) return [search, messages.length > 0 ? messages : query];
	return [[...typedLabel, ...fieldLine(typed, plain``, columns)], search, query, messages];
}

export const spokenPositionLines = (drawing: DrawContext): readonly Line[] => [
	positionLine(statusParts(drawing, 0).position, Number.POSITIVE_INFINITY),
];

export const drawStatus: Draw = (drawing, width, height) => statusLines(drawing, width).slice(0, height);

/** Dots while a question takes no answer yet. The key that cancels is always shown. */
function hintedKey(keys: readonly string[], isListening: boolean): string {
	const label = keyLabel(keys[0] ?? '');
	return isListening || keys.includes('esc') ? label : '·'.repeat(label.length);
}

const hintGap = '   ';
const firstHintGap = ' ';

type Hint = {
	readonly id: CommandId;
	readonly key: string;
	readonly label: string;
	readonly tone: Tone;
	/** In cells, including the gap before it. */
	readonly width: number;
	readonly isEsc: boolean;
};

const hintSpans = ({key, label, tone}: Hint, gap: string): Line => [
	{text: safe(`${gap}${key}`), tone},
	{text: safe(` ${label}`), tone: 'quiet'},
];

/** Unavailable keys are quiet on a screen, because they come and go with the selected row. A dialog leaves them out. */
function hintOf(binding: Binding, {state, scopes, isListening}: DrawContext, markCount: number): Hint | undefined {
	const {
		connection,
		interface: {dialog},
	} = state;
	const {id, isHinted, isWrite, isAnswer, hint, onMarked} = binding;
	const markedLabel = markCount > 0 && onMarked !== undefined ? `${onMarked} ${markCount}` : undefined;
	const keys = keysOf(state, id);
	if (!(isHinted || markedLabel) || (connection?.isReadOnly && isWrite) || keys.length === 0) return undefined;
	const label = markedLabel ?? (hint ? hint(dialog, state) : labelOf(id));
	const isUnavailable = binding.unavailable?.(state, targetOf(state, scopes)) !== undefined;
	if (label === undefined || (isUnavailable && dialog)) return undefined;
	const key = hintedKey(keys, isListening || (!isWrite && !isAnswer && isTakingText(state)));
	const width = cells(safe(`${hintGap}${key} ${label}`));
	return {id, key, label, tone: isUnavailable ? 'quiet' : 'accent', width, isEsc: keys.includes('esc')};
}

/** The hints that fit whole, in order. Esc always stays. Preferred hints get room first, then the others from the left. */
function fittingHints(hints: readonly Hint[], preferred: readonly CommandId[], width: number): readonly Hint[] {
	const esc = hints.find(({isEsc}) => isEsc);
	let room = width - (esc?.width ?? 0);
	const reserved = new Set([esc]);
	for (const id of preferred) {
		const hint = hints.find(other => other.id === id && other.width <= room);
		room -= hint?.width ?? 0;
		reserved.add(hint);
	}

	const shown: Hint[] = [];
	for (const hint of hints) {
		const needed = shown.length === 0 ? hint.width - hintGap.length + firstHintGap.length : hint.width;
		if (reserved.has(hint)) {
			shown.push(hint);
		} else if (needed <= room) {
			room -= needed;
			shown.push(hint);
		}
	}

	return shown;
}

export const drawHints: Draw = (drawing, width) => {
	const {state, scopes} = drawing;
	const markCount = !isScreenCovered(state) && hasMarks(state) ? state.projects.marks.size : 0;
	const isForMarks = ({onMarked}: Binding) => markCount > 0 && onMarked !== undefined;
	const bindings = currentBindings(state, scopes).toSorted((a, b) => Number(isForMarks(b)) - Number(isForMarks(a)));
	const hints = bindings.flatMap(binding => hintOf(binding, drawing, markCount) ?? []);
	const esc = hints.find(({isEsc}) => isEsc);
	const answer = hints.find(({isEsc}) => !isEsc);
	// In a narrow question, the answering key keeps its label, and esc has none.
	if (isGuarded(state) && answer && esc && answer.width + esc.width > width + hintGap.length - 1) {
		const end: SafeSpan = {text: safe(`${hintGap}${esc.key}`), tone: esc.tone};
		return [[...fitSpans(hintSpans(answer, firstHintGap), width - cells(end.text)), end]];
	}

	// The check of all projects says what the screen lacks, but marked projects matter more.
	const preferred: readonly CommandId[] = markCount > 0 ? ['help'] : ['help', 'refresh-all'];
	const shown = fittingHints(hints, preferred, width);
	return [
		fitSpans(
			shown.flatMap((hint, at) => hintSpans(hint, at === 0 ? firstHintGap : hintGap)),
			width,
		),
	];
};
