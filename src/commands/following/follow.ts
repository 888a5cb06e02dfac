import {createAwakeTime, type LocalTime} from '../../clock.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {deploymentKey, keyOfDeployment} from '../../store/model/deployments/detected-changes.ts';
import type {Session} from '../../store/session.ts';
import type {State} from '../../store/state/state.ts';
import {plain} from '../../text.ts';
import type {CommandContext} from '../headless/context.ts';
import {createGiveUpRule} from './give-up-rule.ts';
import {openListOnceRead, openLiveView} from './live-view.ts';
import {createMissingCheck} from './missing-deployment.ts';
import {createNotes} from './notes.ts';
import {type ObservedChange, observedChanges, seenChange} from './observed-change.ts';
import {contextIn, type Moment, progressLine, stillSentence, stillText} from './progress.ts';
import {
	endedWith,
	isOver,
	lastRead,
	openIds,
	type ProjectWait,
	troubleOf,
	type Wanted,
	waitAfter,
} from './project-wait.ts';
import {createReport, type Report} from './report.ts';
import {type FollowOptions, printResumption} from './resume.ts';
import {createWaitList} from './wait-list.ts';

const tickMs = 1000;

/** When landfall began to wait, by the local clock, and how much of `--timeout` it has used since. */
export type Begun = {readonly startedAt: LocalTime; readonly usedMs: number};

/** Returns a function that prints the changes of the awaited deployments, beginning with those that are in progress. It returns whether there were any. */
function createChangePrinter(report: Report) {
	const printed = new Set<string>();
	return (waits: readonly ProjectWait[], state: State, observed: readonly ObservedChange[]): boolean => {
		const changes = waits.flatMap(wait => {
			const ids = wait.ids ?? [];
			const own = observed.filter(({deployment: {projectId, id}}) => projectId === wait.projectId && ids.includes(id));
			const seen = openIds(wait).flatMap(id => {
				const isNew =
					!printed.has(deploymentKey(wait.projectId, id)) && !own.some(({deployment}) => deployment.id === id);
				const known = isNew ? lastRead(state, wait.projectId, id) : undefined;
				return known ? [seenChange(known, state)] : [];
			});
			return [...seen, ...own].map(change => ({change, wait}));
		});
		for (const {change, wait} of changes) {
			printed.add(keyOfDeployment(change.deployment));
			report.change(change, wait.project);
		}

		return changes.length > 0;
	};
}

/** Ends whatever is still awaited at `--timeout`. */
const ended = (wait: ProjectWait, moment: Moment): ProjectWait =>
	endedWith(wait, id => ({
		exitCode: exitCodes.stillRunning,
		name: plain`in progress`,
		reason: stillText(wait, id, moment),
	}));

/**
Waits until deployments have concluded. Resolves with the exit code of the verdict that counts most: a deployment failed; one is gone or could not be read; a word is unknown; one is still in progress at `--timeout`.

Reads as rarely as a window without focus, and survives outages until `--give-up-after` has passed without a successful read. Neither this nor `--timeout` counts the time that the computer sleeps.
*/
export function followDeployments(
	wanted: readonly Wanted[],
	options: FollowOptions,
	session: Pick<Session, 'store' | 'client'>,
	context: CommandContext,
	{startedAt, usedMs}: Begun = {startedAt: context.clock.now(), usedMs: 0},
): Promise<number> {
	const {store} = session;
	const {clock, output, pins, signal} = context;
	const report = createReport(context);
	const printChanges = createChangePrinter(report);
	const notes = createNotes(context, options.giveUpAfterMs);
	const giveUpRule = createGiveUpRule(options.giveUpAfterMs, wanted.length);
	const awakeMs = createAwakeTime(clock);
	const {timeoutMs} = options;
	const leftAt = (passedMs: number) => timeoutMs && Math.max(0, timeoutMs - usedMs - passedMs);

	return new Promise(resolve => {
		let cancelTick = () => {};
		const end = (exitCode: number) => {
			unsubscribe();
			cancelTick();
			signal.removeEventListener('abort', interrupt);
			output.progress(undefined);
			resolve(exitCode);
		};
		const interrupt = () => {
			printResumption(waitList.open(), options, leftAt(awakeMs()), output);
			end(signal.reason);
		};
		const waitList = createWaitList(wanted, {state: store.get, report, onEnd: end});
		const checkMissing = createMissingCheck(session, waitList, context);

		const unsubscribe = store.subscribe((event, before, after) => {
			awakeMs();
			const beginning = {startedAt, words: options, pins};
			const next = waitList.all().map(wait => waitAfter(wait, event, after, beginning));
			if (printChanges(next, after, observedChanges(event, before, after))) notes.printed();
			if (waitList.settle(next)) return;
			if (event.type === 'read-failed') checkMissing(event);
			openListOnceRead(store);
		});

		const tick = () => {
			const passedMs = awakeMs();
			const state = store.get();
			const moment = {state, context: contextIn(state, context.rowContext()), startedAt};
			const next = waitList.all().map(wait => {
				if (isOver(wait)) return wait;
				if (leftAt(passedMs) === 0) return ended(wait, moment);
				const verdict = giveUpRule.verdictOn(wait, state, passedMs);
				return verdict ? endedWith(wait, () => verdict) : wait;
			});
			if (waitList.settle(next)) return;
			const open = waitList.open();
			const trouble = open.flatMap(wait => troubleOf(state, wait) ?? [])[0];
			if (output.showsProgress) output.progress(progressLine(open, moment));
			else notes.tick(trouble, () => stillSentence(open, moment));
			cancelTick = clock.after(Math.min(tickMs, leftAt(passedMs) ?? tickMs), tick);
		};

		signal.addEventListener('abort', interrupt, {once: true});
		if (signal.aborted) return interrupt();
		openLiveView(store, wanted, clock.now());
		tick();
	});
}
