import {duration} from '../duration.ts';
import {age, clockTime} from '../present/format.ts';
import {fitSpans, type Line, type SafeSpan} from '../present/line.ts';
import {isNarrow} from '../store/layout.ts';
import {projectNameOf} from '../store/names.ts';
import {currentFailures, isReadingOn, nextTryAt, shownAt} from '../store/needs.ts';
import {probingAt} from '../store/probing.ts';
import {currentScreen, type State} from '../store/state.ts';
import {cells, plain, type SafeText} from '../text.ts';

/** What the current screen is about, if it is about one thing. */
function subject(state: State): SafeSpan | undefined {
	const screen = currentScreen(state);
	if (screen.name === 'watch') return {text: plain`watch`, tone: 'strong'};
	if (screen.name === 'activity') return {text: plain`activity`, tone: 'strong'};
	if (screen.name === 'create') return {text: plain`new project`, tone: 'strong'};
	if (!('projectId' in screen)) return undefined;
	return {text: projectNameOf(state, screen.projectId), tone: 'strong'};
}

/** Where the reader is, from the whole to the part. Where there is little room, the part is what counts. */
function crumbs(state: State, isNarrow: boolean): readonly SafeSpan[] {
	const name: SafeSpan = {text: plain`landfall`, tone: 'strong'};
	const {connection} = state;
	if (!connection) return [name];
	const about = subject(state);
	const place: SafeSpan = {text: connection.name, tone: 'accent'};
	const right: readonly SafeSpan[] = connection.isReadOnly ? [{text: plain`read-only`, tone: 'busy'}] : [];
	if (isNarrow) return about ? [about, ...right] : [name, place, ...right];
	const host: readonly SafeSpan[] = connection.host === connection.name ? [] : [{text: connection.host, tone: 'quiet'}];
	return [name, place, ...host, ...right, ...(about ? [about] : [])];
}

function pausedSince(state: State): SafeSpan {
	const since = shownAt(state);
	return {text: since === undefined ? plain`paused` : plain`paused · as of ${clockTime(since)}`, tone: 'busy'};
}

function nextTry(at: number, localNow: number): SafeText {
	const waitMs = at - localNow;
	return waitMs < 1000 ? plain`trying again` : plain`next try in ${duration(waitMs)}`;
}

function refusedSince(state: State, localNow: number): SafeSpan {
	const since = shownAt(state);
	const age = since === undefined ? plain`` : plain` · as of ${clockTime(since)}`;
	const next = state.isPaused ? plain`paused` : nextTry(probingAt(state) ?? 0, localNow);
	return {text: plain`key refused${age} · ${next}`, tone: 'bad'};
}

/** How true the screen is: how old its oldest part is, and what is wrong if something is. */
function freshness(state: State, localNow: number): SafeSpan {
	const {connection, pace} = state;
	if (!connection) return {text: plain`not connected`, tone: 'quiet'};
	if (connection.refusal) return refusedSince(state, localNow);
	if (state.isPaused) return pausedSince(state);
	const since = shownAt(state);
	const failures = currentFailures(state);
	if (failures.length > 0 || (pace.throttle && pace.quietUntil > localNow)) {
		const nextAt = Math.min(...failures.map(failure => nextTryAt(state, failure)), Number.MAX_SAFE_INTEGER);
		const next = nextTry(failures.length > 0 ? nextAt : pace.quietUntil, localNow);
		return {text: since === undefined ? next : plain`as of ${clockTime(since)} · ${next}`, tone: 'busy'};
	}

	if (since === undefined) return {text: isReadingOn(state) ? plain`reading` : plain``, tone: 'quiet'};
	return {text: plain`live · ${age(since, localNow)}`, tone: 'quiet'};
}

/** The first line of every screen, exactly `width` cells: where one is at the left, how true it is at the right. */
export function headerLine(state: State, localNow: number): Line {
	const {columns} = state.size;
	const dot: SafeSpan = {text: plain` · `, tone: 'quiet'};
	const blank: SafeSpan = {text: plain` `, tone: 'plain'};
	const truth = freshness(state, localNow);
	const truthWidth = Math.min(cells(truth.text) + 1, Math.floor(columns * 0.6));
	const left = crumbs(state, isNarrow(state.size)).flatMap((crumb, index) => (index === 0 ? [crumb] : [dot, crumb]));
	return [...fitSpans([blank, ...left], columns - truthWidth - 1), blank, ...fitSpans([truth, blank], truthWidth)];
}
