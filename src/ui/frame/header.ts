import type {LocalTime} from '../../base/clock.ts';
import {duration} from '../../base/duration.ts';
import {memoLast} from '../../base/memo.ts';
import {blanks, cells, plain, type SafeText} from '../../base/text.ts';
import {boardCounts} from '../../model/board.ts';
import {projectNameOf} from '../../model/known-project.ts';
import {titleHeight} from '../../model/layout.ts';
import {age, clockTime, countOrMore} from '../../present/format.ts';
import {fitSpans, type Line, lineWidth, type SafeSpan, type Tone} from '../../present/line.ts';
import {shapeOf} from '../../present/outcome.ts';
import {keyIn} from '../../state/key-names.ts';
import {nextTryAt, probingAt} from '../../state/requests.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {currentFailures, isLive, isReading, shownAt} from '../../sync/freshness.ts';
import {isOnRequest} from '../../sync/wants.ts';
import type {Draw, MainScreen} from '../contexts.ts';
import {nameSpan} from '../lines/service.ts';

/** The screens that a key opens from anywhere: a digit, unless the user has changed it. */
const mainScreens: ReadonlyArray<{
	readonly screen: MainScreen;
	/** The id of the command that opens it. */
	readonly id: string;
	readonly key: SafeText;
	readonly name: SafeText;
}> = [
	{screen: 'projects', id: 'projects', key: plain`1`, name: plain`Projects`},
	{screen: 'board', id: 'board', key: plain`2`, name: plain`Board`},
	{screen: 'activity', id: 'activity', key: plain`3`, name: plain`Activity`},
	{screen: 'versions', id: 'versions', key: plain`4`, name: plain`Versions`},
];

/** The project of the current screen, if the body is too short to have a title. */
function subject(state: State): SafeText | undefined {
	const screen = currentScreen(state);
	if (!('projectId' in screen) || titleHeight(state.interface.size) > 0) return undefined;
	return projectNameOf(state, screen.projectId);
}

/** What the left part of the header depends on. */
type Left = {
	readonly connection: State['connection'];
	readonly customKeys: State['interface']['customKeys'];
	readonly current: MainScreen | undefined;
	readonly subject: SafeText | undefined;
};

const gapOf = (width: number): SafeSpan => ({text: blanks(width), tone: 'plain'});

/** The main screens, with the current one marked. In the short form only the current one is named. */
const mainScreensLine = ({customKeys, current}: Left, isShort: boolean): Line =>
	mainScreens.flatMap(({screen, id, key: defaultKey, name}, index): Line => {
		const isCurrent = screen === current;
		const key = keyIn(customKeys, id, defaultKey);
		const text = isShort && !isCurrent ? key : plain`${key} ${name}`;
		return [gapOf(index === 0 ? 0 : 2), {text, tone: isCurrent ? 'strong' : 'quiet'}];
	});

/** The left part of the header: the first of its forms, from long to short, that fits into `width` cells. */
function leftLine(left: Left, width: number): Line {
	const name: SafeSpan = {text: plain`landfall`, tone: 'strong'};
	const {connection} = left;
	if (!connection) return [name];
	const readOnly: Line = connection.isReadOnly ? [gapOf(2), {text: plain`read-only`, tone: 'busy'}] : [];
	const profileName = nameSpan(connection, 'accent');
	const profile: Line = [profileName, ...readOnly];
	const host: Line = connection.host === connection.name ? [] : [{text: plain` · ${connection.host}`, tone: 'quiet'}];
	const [long, short] = [mainScreensLine(left, false), mainScreensLine(left, true)];
	if (left.subject !== undefined) {
		const about: SafeSpan = {text: left.subject, tone: 'strong'};
		const withScreens = [...profile, gapOf(3), ...short, gapOf(2), about];
		return lineWidth(withScreens) <= width ? withScreens : [about, ...readOnly];
	}

	const forms: readonly Line[] = [
		[name, gapOf(2), profileName, ...host, ...readOnly, gapOf(6), ...long],
		[name, gapOf(2), ...profile, gapOf(6), ...long],
		[name, gapOf(2), ...profile, gapOf(3), ...long],
		[...profile, gapOf(3), ...long],
		[name, gapOf(2), ...profile, gapOf(3), ...short],
		[...profile, gapOf(3), ...short],
		[...profile, gapOf(3), ...short.filter(({tone}) => tone === 'strong')],
		profile,
	];
	return forms.find(line => lineWidth(line) <= width) ?? profile;
}

/** Why nothing is refreshed by itself, and since when. */
function restingSince(state: State): SafeSpan {
	const since = shownAt(state);
	const why = state.polling.isPaused ? plain`paused` : plain`on request`;
	const tone = state.polling.isPaused ? 'busy' : 'quiet';
	return {text: since === undefined ? why : plain`${why} · as of ${clockTime(since, state.interface)}`, tone};
}

function nextTry(at: LocalTime, localNow: LocalTime): SafeText {
	const waitMs = at - localNow;
	return waitMs < 1000 ? plain`trying again` : plain`next try in ${duration(waitMs)}`;
}

function refusedSince(state: State, localNow: LocalTime): SafeSpan {
	const since = shownAt(state);
	const asOf = since === undefined ? plain`` : plain` · as of ${clockTime(since, state.interface)}`;
	const {isPaused} = state.polling;
	const resting = isPaused ? plain`paused` : plain`on request`;
	const next = isOnRequest(state) ? resting : nextTry(probingAt(state) ?? 0, localNow);
	return {text: plain`key refused${asOf} · ${next}`, tone: 'bad'};
}

/** How old the oldest part of the screen is, or why it is not being refreshed. */
function freshness(state: State, localNow: LocalTime): SafeSpan {
	const {
		polling: {throttle},
		connection,
	} = state;
	if (!connection) return {text: plain`not connected`, tone: 'quiet'};
	if (connection.refusal) return refusedSince(state, localNow);
	if (isOnRequest(state)) return restingSince(state);
	const since = shownAt(state);
	const failures = currentFailures(state);
	if (failures.length > 0 || (throttle.limited && throttle.quietUntil > localNow)) {
		const nextAt = Math.min(...failures.map(failure => nextTryAt(state, failure)), Number.MAX_SAFE_INTEGER);
		const next = nextTry(failures.length > 0 ? nextAt : throttle.quietUntil, localNow);
		return {
			text: since === undefined ? next : plain`as of ${clockTime(since, state.interface)} · ${next}`,
			tone: 'busy',
		};
	}

	if (since === undefined) return {text: isReading(state) ? plain`reading` : plain``, tone: 'quiet'};
	const shownAge = age(since, localNow);
	return {text: isLive(state, localNow) ? plain`live · ${shownAge}` : shownAge, tone: 'quiet'};
}

/** The gap between the main screens and the freshness, room permitting. */
const minGapWidth = 2;

/** The whole line, from everything that it depends on. */
const lineOf = memoLast(
	(
		columns: number,
		text: SafeText,
		tone: Tone,
		connection: Left['connection'],
		customKeys: Left['customKeys'],
		current: Left['current'],
		about: Left['subject'],
	): Line => {
		const blank = gapOf(1);
		const rightWidth = Math.min(cells(text) + 1, Math.max(0, columns - 1));
		const leftWidth = columns - rightWidth - 1;
		const left = leftLine({connection, customKeys, current, subject: about}, leftWidth - minGapWidth);
		return [...fitSpans([blank, ...left], leftWidth), blank, ...fitSpans([{text, tone}, blank], rightWidth)];
	},
);

/** The first line of every screen, exactly as wide as the screen: the profile and the main screens at the left, the freshness at the right. */
export const drawHeader: Draw = ({state, context, scopes}) => {
	const {
		connection,
		interface: {size, customKeys},
	} = state;
	const current = scopes.screens[currentScreen(state).name]?.mainScreen;
	const {text, tone} = freshness(state, context.localNow);
	return [lineOf(size.columns, text, tone, connection, customKeys, current, subject(state))];
};

/** Returns the title of the terminal window: how many deployments on the board have failed and how many are running. */
export function titleOf(state: State, isAscii: boolean): SafeText {
	const {failed, running, isFull} = boardCounts(state);
	const part = (outcome: 'bad' | 'running', count: number) =>
		count > 0 ? plain`${shapeOf(outcome, {isAscii}).text}${countOrMore(count, isFull)} ` : plain``;
	return plain`${part('bad', failed)}${part('running', running)}landfall`;
}
