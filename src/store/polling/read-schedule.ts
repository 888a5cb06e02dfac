import type {LocalTime} from '../../clock.ts';
import {isElsewhere} from '../effects/event-origin.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {rateOf} from '../model/requests/throttle.ts';
import type {Event} from '../reducers/reduce.ts';
import {knownDeployment} from '../state/deployments/known-deployment.ts';
import type {State} from '../state/state.ts';
import {type OtherWindows, unitedViews} from './other-windows.ts';
import {planReadOf, tellPlan} from './plan-answers.ts';
import type {CountedRead} from './planned-read.ts';
import {hasRested, isAskedFor, type PollActivity, pollPlan, type ReadStart} from './poll-plan.ts';
import {createReadBudget} from './read-budget.ts';
import type {Read} from './reading-plan/read.ts';
import {createReadingPlan} from './reading-plan/reading-plan.ts';
import type {Views} from './reading-plan/view-weights.ts';
import {isAway, viewsOf} from './reading-views.ts';
import {openList} from './sharing/event-here.ts';

/** While the terminal is not focused, background reads are this many times less frequent. */
const awayFactor = 3;

/** The pause before the plan is asked again if there is nothing that it may read. */
const idleMs = 250;
const awayIdleMs = 2000;

/** How often the plan may choose again if its choice is out of date. */
const maxChoices = 5;

type Activity = Pick<PollActivity, 'now' | 'flights' | 'stillSince' | 'others'>;

/** Decides what is read and when. It makes no reads itself and has no clock: its caller passes the time. */
export type ReadSchedule = {
	/** The reads to start now, and when to ask again at the latest. They count as started. */
	readonly next: (
		state: State,
		activity: Activity,
	) => {readonly start: readonly CountedRead[]; readonly nextAt: LocalTime};
	/** Takes note of an event. Call it for each, in order, before `next`. */
	readonly observe: (event: Event, before: State, after: State) => void;
	/** A read has ended, with an answer or without one. */
	readonly finish: (request: ReadRequest) => void;
};

/** The request for a read of the plan. The full list is read only where it is on the screen. */
function requestOf(read: Read, state: State, connectionId: number, {openLists}: OtherWindows): ReadRequest {
	if (read.kind === 'page') return {connectionId, kind: 'projects', cursor: read.cursor};
	if (read.kind === 'deployment') return {connectionId, ...read};
	const {projectId} = read;
	const isOpen = openList(state) === projectId || openLists.has(projectId);
	return {connectionId, kind: isOpen ? 'deployments' : 'latest', projectId};
}

export function createReadSchedule(): ReadSchedule {
	const budget = createReadBudget();
	let plan = createReadingPlan();

	/** Counts a read that begins. */
	function begin(start: ReadStart, state: State, {now, others}: Activity, views: Views): CountedRead {
		const read = planReadOf(start.request);
		if (read) plan.started(read, now, views);
		const {throttle} = state.polling;
		const counted = {...start, isBackground: !isAskedFor(start, state, now)};
		budget.spend(counted, now, throttle, rateOf(throttle, now) / (areAllAway(state, others) ? awayFactor : 1));
		return counted;
	}

	/** The read that the plan chooses. Deployments that are gone since they were last read are passed over. */
	function choose(state: State, {now, others}: Activity, views: Views): ReadStart | undefined {
		const {connection} = state;
		if (!connection) return undefined;
		const isWide = !areAllAway(state, others) && !state.projects.renewal;
		for (let choices = 0; choices < maxChoices; choices++) {
			const read = plan.nextRead(now, views, isWide);
			if (!read) return undefined;
			const isGone = read.kind === 'deployment' && !knownDeployment(state, read.projectId, read.deploymentId);
			if (!isGone) return {request: requestOf(read, state, connection.id, others), priority: 'planned'};
			plan.forgetDeployment(read.projectId, read.deploymentId);
		}

		return undefined;
	}

	return {
		next(state, {now, flights, stillSince, others}) {
			budget.update(now, {isReader: others.isReader, inFlight: flights.size});
			const all = new Map(flights);
			const start: CountedRead[] = [];
			for (;;) {
				const activity = {now, flights: all, stillSince, others, pace: budget.pace(), unsent: budget.unsent()};
				const {nextAt, ...selected} = pollPlan(state, activity);
				const views = unitedViews(viewsOf(state, hasRested(activity)), others.views);
				const chosen = selected.isFree ? choose(state, activity, views) : undefined;
				const started = chosen ? [...selected.start, chosen] : selected.start;
				for (const each of started) {
					all.set(readKey(each.request), each.priority);
					start.push(begin(each, state, activity, views));
				}

				if (started.length > 0) continue;
				const againAt = now + (areAllAway(state, others) ? awayIdleMs : idleMs);
				return {start, nextAt: Math.ceil(selected.isFree ? Math.min(nextAt, againAt) : nextAt)};
			}
		},

		observe(event, before, after) {
			if (before.connection?.id !== after.connection?.id) {
				plan = createReadingPlan();
				budget.reset();
			}

			if (event.type === 'request-sent') budget.requestSent(event.sent);
			if (event.type === 'woke-up') budget.reset();
			if (isElsewhere(event, after.connection?.id)) return;
			tellPlan(plan, event, before, after);
		},

		finish(request) {
			const read = planReadOf(request);
			if (read) plan.finished(read);
		},
	};
}

/** Whether nobody looks at this window or another one. */
const areAllAway = (state: State, others: OtherWindows): boolean => isAway(state) && others.areAway;
